import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { z } from "zod";
import type { LessonToCheck } from "../../../src/lessons/quality/checked-lesson.ts";
import { measureSound } from "../../../src/lessons/recording/measure-sound.ts";
import { encodeMp3 } from "../../../src/story-service/narrators/encode-mp3.ts";
import { builtProgram } from "../built.ts";
import { measure, megabytes, peakOf, say, verdict } from "../measure.ts";
import { goodVolume } from "./good-lessons.ts";
import { delivered, spoken } from "./recorded-lessons.ts";

const languages = ["es", "fr", "de", "en", "it", "nl", "pt", "ru", "hi", "ja", "zh", "ar"];
const lessons = 300;
const mostMs = 20_000;
const mostBytes = 300e6;

const program = await builtProgram(join(import.meta.dirname, "check-many.mjs"));

/** How long 300 lessons take, and how much memory, once their recordings are measured; and how long measuring takes, which is done beside aligning. */
export async function benchMany(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "quality-bench-"));
  try {
    const path = join(folder, "volumes.json");
    writeFileSync(path, JSON.stringify(await manyVolumes()));
    const outcome = z.object({ lessons: z.number(), ms: z.number() });
    const { ms, lessons: checked } = outcome.parse(
      JSON.parse(measure(process.execPath, [program, path]).stdout),
    );
    const peak = peakOf([program, path], folder);
    say(
      `${checked} lessons checked in ${(ms / 1_000).toFixed(1)} s ${verdict("under 20 s", ms < mostMs)}, ${megabytes(peak)} ${verdict("under 300 MB", peak < mostBytes)}`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
  const [lesson] = await goodVolume({ lang: "es", difficulty: 2 }, 1);
  if (lesson === undefined) return;
  const mp3 = await encodeMp3(delivered((await spoken(lesson)).pieces));
  const start = performance.now();
  const measures = await measureSound(piecesOf(mp3));
  const seconds = (measures?.durationMs ?? 0) / 1_000;
  say(`a recording of ${seconds.toFixed(0)} s is measured in ${(performance.now() - start).toFixed(0)} ms\n`);
}

async function* piecesOf(mp3: Uint8Array): AsyncGenerator<Uint8Array> {
  yield mp3;
}

async function manyVolumes(): Promise<Record<string, LessonToCheck[]>> {
  const volumes: Record<string, LessonToCheck[]> = {};
  let left = lessons;
  for (let difficulty = 1; left > 0; difficulty++) {
    for (const lang of languages) {
      const volume = await goodVolume({ lang, difficulty }, Math.min(10, left));
      if (volume.length > 0) volumes[`${lang}-${difficulty}`] = volume;
      left -= volume.length;
    }
  }
  return volumes;
}
