import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openFileLedger } from "../../src/ledger/file/file-ledger.ts";
import { jobKey } from "../../src/ledger/format/fold.ts";
import { overlayInForce } from "../../src/ledger/format/review/corrections.ts";
import type { SavedOverlay, StoryFacts } from "../../src/ledger/format/state.ts";
import type { LedgerStore } from "../../src/ledger/store.ts";
import type { SavedAlignment } from "../../src/lessons/align/times-file.ts";
import { timesFor } from "../../src/lessons/correction/corrected-story.ts";
import { type Corrections, noCorrections } from "../../src/lessons/correction/overlay.ts";
import { correctionsOf, readCorrections, takeOverlays } from "../../src/run/correct/corrections-on-disk.ts";
import { correctedParts, readCorrected } from "../../src/run/correct/read-corrected.ts";
import { recordCorrection, undoCorrection } from "../../src/run/correct/record-correction.ts";
import { partsOf } from "../../src/run/reviews.ts";
import type { Files } from "../../src/shared/files/files.ts";
import { realFiles as files } from "../../src/shared/files/real-files.ts";
import { sha256 } from "../../src/shared/hash.ts";
import { temporaryFolder } from "../fixtures.ts";
import { attemptId, edition, id, intended, job, storyId } from "../ledger/format/histories.ts";

const now = Date.UTC(2026, 10, 23);
const story = JSON.stringify({ title: "En la tienda", text: "Ana compra pan. Paga." });
const corrections: Corrections = {
  ...noCorrections,
  sentences: [{ paragraph: 0, from: 16, to: 21, original: "Paga.", corrected: "Ana paga." }],
};

let folder: ReturnType<typeof temporaryFolder>;
let store: LedgerStore;
let made = 0xc0;

const at = (...names: string[]): string => join(folder.path, ...names);

beforeEach(async () => {
  folder = temporaryFolder();
  mkdirSync(at("stories"));
  writeFileSync(at("stories", "a.json"), story);
  store = await openFileLedger({
    path: at("ledger.jsonl"),
    identity: { course: "course", service: "local" },
    mustExist: false,
    holder: "a test",
    files,
    world: { now: () => now, random: Math.random },
  });
  const ofStory = { edition, job, id: storyId };
  await store.append(intended());
  await store.append({
    type: "creation.accepted",
    ...ofStory,
    attempt: attemptId,
    status: 202,
    warnings: [],
  });
  const saved = { file: "stories/a.json", bytes: Buffer.byteLength(story), sha256: sha256(story) };
  await store.append({ type: "story.saved", ...ofStory, ...saved });
});

afterEach(async () => {
  await store.close();
  await folder.dispose();
});

function facts(): StoryFacts {
  const known = store.state.jobs.get(jobKey(edition, job))?.stories.get(storyId);
  if (known === undefined) throw new Error("no story");
  return known;
}

const about = () => {
  const seen = partsOf(facts());
  if (seen === null) throw new Error("no text");
  made += 1;
  return { recordName: { edition, job }, story: facts(), correction: id(made), who: "Ana", seen };
};
const record = (changed: Corrections) =>
  recordCorrection(about(), changed, { store, files, folder: folder.path, now });
const read = () => readCorrected(facts(), job, { files, folder: folder.path });
const place = () => ({ files, folder: folder.path });
const counts = { sentences: 1, glosses: 0, title: false };
const overlayPath = (): string => at(overlayInForce(facts())?.file ?? "none");

it("A correction is laid over its story, whose own file stays as it is", async () => {
  await record(corrections);
  expect(await read()).toMatchObject({
    kind: "read",
    text: "Ana compra pan. Ana paga.",
    title: "En la tienda",
  });
  expect(readFileSync(at("stories", "a.json"), "utf8")).toBe(story);
});

it("What an approval binds changes with each correction, and is as before once they are taken back", async () => {
  const before = partsOf(facts());
  await record(corrections);
  const first = partsOf(facts());
  await record({ ...corrections, title: { original: "En la tienda", corrected: "La tienda" } });
  expect(new Set([before, first, partsOf(facts())].map((one) => one?.correction ?? null)).size).toBe(3);
  await undoCorrection(about(), { store });
  expect(partsOf(facts())).toEqual(first);
  await undoCorrection(about(), { store });
  expect(partsOf(facts())).toEqual(before);
  expect(await read()).toMatchObject({ text: "Ana compra pan. Paga.", laid: null });
});

it("A correction that is changed or lost on disk, or of another text, makes its story unreadable", async () => {
  await record(corrections);
  const content = readFileSync(overlayPath(), "utf8");
  const unusable = (why: string) => ({ kind: "damaged", problem: { code: "correction_unusable", job, why } });
  writeFileSync(overlayPath(), content.replace("Ana paga.", "Ana pago."));
  expect(await read()).toMatchObject(unusable("changed"));
  rmSync(overlayPath());
  expect(await read()).toMatchObject(unusable("missing"));
  writeFileSync(overlayPath(), content);
  const other = story.replace("pan", "leche");
  writeFileSync(at("stories", "a.json"), other);
  const saved = { file: "stories/a.json", bytes: Buffer.byteLength(other), sha256: sha256(other) };
  await store.append({ type: "story.saved", edition, job, id: storyId, ...saved });
  expect(await read()).toMatchObject(unusable("other_text"));
  await undoCorrection(about(), { store });
  expect(await read()).toMatchObject({ kind: "read", text: "Ana compra leche. Paga." });
});

it("A file of a correction is enough to restore it", async () => {
  await record(corrections);
  const onDisk = await readCorrections(place());
  const restored = correctionsOf(storyId, onDisk);
  expect(restored).toMatchObject([{ type: "lesson.corrected", id: storyId, who: "Ana", sentences: 1 }]);
  expect(restored[0]).toMatchObject({ overlay: overlayInForce(facts()) });
  expect(correctionsOf(storyId, await readCorrections(place()))).toEqual(restored);
  expect(correctionsOf(id(1), onDisk)).toEqual([]);
});

it("A file that was changed by hand, or torn, restores nothing and is told", async () => {
  await record(corrections);
  const path = overlayPath();
  const content = readFileSync(path, "utf8");
  const file = overlayInForce(facts())?.file ?? "";
  for (const other of [content.replace("Ana paga.", "Ana pago."), content.slice(0, 40), ""]) {
    writeFileSync(path, other);
    expect(await readCorrections(place())).toMatchObject({ overlays: [], unreadable: [file] });
  }
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
  const append = store.append.bind(store);
  store.append = (...event: Parameters<typeof append>) => {
    done.push("recorded");
    return append(...event);
  };
  const means = { store, files: watched, folder: folder.path, now };
  await recordCorrection(about(), corrections, means);
  expect(done).toEqual(["in place", "durable in corrections", "recorded"]);
  expect(existsSync(overlayPath())).toBe(true);
  const full = { ...watched, openNew: () => Promise.reject(new Error("ENOSPC")) };
  const more = { ...corrections, title: { original: "En la tienda", corrected: "La tienda" } };
  await expect(recordCorrection(about(), more, { ...means, files: full })).rejects.toThrow("ENOSPC");
  expect(facts().corrections).toHaveLength(1);
});

it("Files of corrections are copied from beside another ledger if they are what its events name, and from nowhere else", async () => {
  await record(corrections);
  const { recordName, correction, who, seen } = about();
  const event = {
    type: "lesson.corrected" as const,
    ...recordName,
    id: storyId,
    correction,
    who,
    seen,
    ...counts,
    undoes: null,
  };
  const overlay = overlayInForce(facts());
  if (overlay === null) throw new Error("no file");
  const other = at("other");
  mkdirSync(other);
  const named = (...overlays: SavedOverlay[]) => overlays.map((one) => ({ ...event, overlay: one }));
  const take = (overlays: SavedOverlay[], from: string | null = folder.path, to = other) =>
    takeOverlays(named(...overlays), { files, from, to });
  expect(await take([overlay], null)).toEqual({ taken: [], missing: [overlay.file] });
  expect(await take([overlay, overlay])).toEqual({ taken: [overlay.file], missing: [] });
  expect(readFileSync(join(other, overlay.file))).toEqual(readFileSync(at(overlay.file)));
  expect(await take([overlay], null)).toEqual({ taken: [], missing: [] });
  // A damaged copy is replaced by the right one, and a damaged original is no copy.
  writeFileSync(join(other, overlay.file), "torn");
  expect(await take([overlay])).toEqual({ taken: [overlay.file], missing: [] });
  rmSync(join(other, overlay.file));
  writeFileSync(at(overlay.file), "torn");
  expect(await take([overlay])).toEqual({ taken: [], missing: [overlay.file] });
  const outside = { ...overlay, file: "corrections/../stories/a.json", sha256: sha256(story) };
  expect(await take([outside])).toEqual({ taken: [], missing: [outside.file] });
  expect(existsSync(join(other, "stories"))).toBe(false);
});

it("The package is told which sentences the recording says otherwise, and when", async () => {
  await record(corrections);
  const corrected = await read();
  if (corrected.kind === "damaged") throw new Error("damaged");
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
