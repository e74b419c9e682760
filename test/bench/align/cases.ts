import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Script, scriptOf } from "../../../src/lessons/align/script.ts";
import { languageOf } from "../../../src/shared/languages/languages.ts";
import { embeddedWriter } from "../../../src/story-service/writers/tell-story.ts";
import { type Making, type Recording, readSound, record, run, type Sound } from "./recording.ts";

/** A story that a voice has spoken. */
export interface Case {
  readonly voice: { readonly name: string; readonly lang: string };
  readonly script: Script;
  /** The title's and each sentence's sound. */
  readonly sounds: readonly Sound[];
  readonly making: Making;
}

interface Story {
  readonly title: string;
  readonly text: string;
}

/** Voices of engines that the reference isn't spoken with, from Debian's `flite` and `festvox-itapc16k`. */
export const voices = [
  { name: "slt", lang: "en", engine: "flite" },
  { name: "rms", lang: "en", engine: "flite" },
  { name: "pc_diphone", lang: "it", engine: "festival" },
] as const;

type Voice = (typeof voices)[number];

// In the language of the story, since the topic is part of it.
const topics = {
  en: ["A morning at the market", "The night train", "A lost key", "Rain in the mountains"],
  it: ["Una mattina al mercato", "Il treno di notte", "Una chiave perduta", "Pioggia in montagna"],
} as const;

/** A story in a language: the same number, the same story. */
export async function storyIn(lang: Voice["lang"], number: number, length: "short" | "long"): Promise<Story> {
  const topic = topics[lang][number % topics[lang].length] ?? "";
  const order = { topic, lang, difficulty: 2 + (number % 4), length, words: [] };
  return embeddedWriter.write({ ...order, genre: "slice_of_life", form: "third_person" });
}

/** A story spoken by a voice. The number chooses the bit rate, the sample rate, the noise and what else is random. */
export async function caseOf(voice: Voice, story: Story, number: number): Promise<Case> {
  const script = scriptOf(story, languageOf(voice.lang));
  const sounds = await speak(voice, [script.title, ...script.sentences.map(({ text }) => text)]);
  return { voice, script, sounds, making: makingOf(number) };
}

const bitrates = [32, 48, 128];
const rates = [16_000, 22_050, 24_000, 44_100, 48_000];
const noises = [null, 35, 25];

/** How the recording of a number is made. */
export function makingOf(number: number): Making {
  return {
    seed: 1_000 + number,
    bitrate: bitrates[number % 3] ?? 48,
    rate: rates[number % 5] ?? 24_000,
    noiseDb: noises[Math.floor(number / 3) % 3] ?? null,
  };
}

/** The recording of a case; its `truth` is of the title, where it is read, and of the sentences in the order in which they are said. */
export function recordingOf({ sounds, making }: Case, order: readonly number[]): Promise<Recording> {
  return record(
    order.map((index) => sounds[index] as Sound),
    making,
  );
}

/** All texts of a case, with the title or without. */
export function orderOf({ sounds }: Case, withTitle: boolean): number[] {
  return [...sounds.keys()].slice(withTitle ? 0 : 1);
}

/** What stays between two runs: what the voices have said. */
const cache = join(tmpdir(), "coursebinder-align-bench");

/** Each text spoken by a voice, without the silence around it. */
async function speak(voice: Voice, texts: readonly string[]): Promise<Sound[]> {
  mkdirSync(cache, { recursive: true });
  const named = texts.map((text) => {
    const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
    return { text, file: join(cache, `${voice.name}-${hash}.wav`) };
  });
  const missing = named.filter(({ file }) => !existsSync(file));
  if (voice.engine === "flite") {
    for (const { text, file } of missing)
      await run("flite", ["-voice", voice.name, "-t", text, "-o", `${file}.part`]);
  } else if (missing.length > 0) {
    const script = join(cache, `${voice.name}.scm`);
    const lines = missing.map(
      ({ text, file }) => `(utt.save.wave (SynthText "${plain(text)}") "${file}.part")`,
    );
    writeFileSync(script, [`(voice_${voice.name})`, ...lines].join("\n"), "latin1");
    await run("festival", ["--batch", script]);
    rmSync(script);
  }
  for (const { file } of missing) renameSync(`${file}.part`, file);
  return named.map(({ file }) => readSound(readFileSync(file)));
}

// Signs that some of festival's voices stumble over.
function plain(text: string): string {
  return text
    .replace(/["\\“”„«»‘’()]/g, "")
    .replace(/[–—]/g, " ")
    .replace(/…/g, ".")
    .replace(/\s+,/g, ",");
}
