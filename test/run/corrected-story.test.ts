import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { overlayInForce } from "../../src/ledger/format/reviews.ts";
import type { SavedAlignment } from "../../src/lessons/align/alignment.ts";
import { timesFor } from "../../src/lessons/correction/corrected-story.ts";
import { type Corrections, noCorrections } from "../../src/lessons/correction/overlay.ts";
import { correctedParts } from "../../src/run/corrections.ts";
import type { Files } from "../../src/shared/files/files.ts";
import { realFiles as files } from "../../src/shared/files/real-files.ts";
import { sha256 } from "../../src/shared/hash.ts";
import { temporaryFolder } from "../fixtures.ts";
import { problemOf } from "../ledger/fixtures.ts";
import { edition, job, storyId } from "../ledger/format/histories.ts";
import { CorrectedCourse } from "./correct/corrected-course.ts";

const story = JSON.stringify({ title: "En la tienda", text: "Ana compra pan. Paga." });
const corrections: Corrections = {
  ...noCorrections,
  sentences: [{ paragraph: 0, from: 16, to: 21, original: "Paga.", corrected: "Ana paga." }],
};

let folder: ReturnType<typeof temporaryFolder>;
let course: CorrectedCourse;

const at = (...names: string[]): string => join(folder.path, ...names);

beforeEach(async () => {
  folder = temporaryFolder();
  course = await CorrectedCourse.open(folder.path, null, story);
});

afterEach(async () => {
  await course.store.close();
  await folder.dispose();
});

const overlayPath = (): string => at(overlayInForce(course.facts)?.file ?? "none");

it("A correction that is changed or lost on disk, or of another text, makes its story unreadable", async () => {
  await course.correct(corrections);
  const content = readFileSync(overlayPath(), "utf8");
  const unusable = async (why: string) =>
    expect(await problemOf(course.read())).toMatchObject({ code: "correction_unusable", job, why });
  writeFileSync(overlayPath(), content.replace("Ana paga.", "Ana pago."));
  await unusable("changed");
  rmSync(overlayPath());
  await unusable("missing");
  writeFileSync(overlayPath(), content);
  const other = story.replace("pan", "leche");
  writeFileSync(at("stories", "a.json"), other);
  const saved = { file: "stories/a.json", bytes: Buffer.byteLength(other), sha256: sha256(other) };
  await course.store.append({ type: "story.saved", edition, job, id: storyId, ...saved });
  await unusable("other_text");
  await course.undo();
  expect(await course.read()).toMatchObject({ text: "Ana compra leche. Paga." });
});

it("A correction's file is durable before the ledger names it; a file that can't be written records nothing", async () => {
  const done: string[] = [];
  const watched: Files = {
    ...files,
    rename: async (from, to) => {
      await files.rename(from, to);
      done.push("in place");
    },
    syncFolder: async (path) => {
      await files.syncFolder(path);
      done.push(`durable in ${basename(path)}`);
    },
  };
  const append = course.store.append.bind(course.store);
  course.store.append = (...event: Parameters<typeof append>) => {
    done.push("recorded");
    return append(...event);
  };
  await course.correct(corrections, watched);
  expect(done).toEqual(["in place", "durable in corrections", "recorded"]);
  expect(existsSync(overlayPath())).toBe(true);
  const full = { ...watched, openAppend: () => Promise.reject(new Error("ENOSPC")) };
  const more = { ...corrections, title: { original: "En la tienda", corrected: "La tienda" } };
  await expect(course.correct(more, full)).rejects.toThrow("ENOSPC");
  expect(course.facts.corrections).toHaveLength(1);
});

it("The package is told which sentences the recording says otherwise, and when", async () => {
  await course.correct(corrections);
  const corrected = await course.read();
  const sentence = { paragraph: 0, confidence: 1 };
  const times: SavedAlignment = {
    format: 1,
    algorithm: "1",
    text: sha256(story),
    sound: sha256("sound"),
    level: "sentences",
    why: null,
    durationMs: 5_000,
    title: null,
    hints: [],
    sentences: [
      { ...sentence, from: 0, to: 15, startMs: 900.4, endMs: 2_000 },
      { ...sentence, from: 16, to: 21, startMs: 2_000.6, endMs: 3_000 },
    ],
  };
  expect(correctedParts(corrected, { hasSound: true, times, respoken: null })).toEqual({
    title: false,
    sentences: 1,
    glosses: 0,
    unheard: [{ paragraph: 0, from: 16, to: 25 }],
    unwritten: [{ startMs: 2_001, endMs: 3_000 }],
  });
  expect(correctedParts(corrected, { hasSound: false, times: null, respoken: null })).toMatchObject({
    unheard: [],
    unwritten: [],
  });
  expect(timesFor(corrected, times, "es")?.sentences.map(({ startMs }) => startMs)).toEqual([900.4]);
});
