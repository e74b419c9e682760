import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openFileLedger } from "../../src/ledger/file/file-store.ts";
import { overlayInForce } from "../../src/ledger/format/corrections.ts";
import { jobKey } from "../../src/ledger/format/fold.ts";
import type { StoryFacts } from "../../src/ledger/format/state.ts";
import type { LedgerStore } from "../../src/ledger/store.ts";
import { type Corrections, noCorrections } from "../../src/lessons/correction/overlay.ts";
import { readCorrected } from "../../src/run/correct/corrected-story.ts";
import { recordCorrection, undoCorrection } from "../../src/run/correct/record-correction.ts";
import { correctionsOf, readOverlays } from "../../src/run/rebuild/restore-corrections.ts";
import { partsOf } from "../../src/run/review/lesson-reviews.ts";
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
    ...{ mustExist: false, holder: "a test", files, world: { now: () => now, random: Math.random } },
  });
  const ofStory = { edition, job, id: storyId };
  await store.append(intended());
  await store.append({
    ...{ type: "creation.accepted", ...ofStory, attempt: attemptId, status: 202, warnings: [] },
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
  return { edition, job, story: facts(), correction: id(made), who: "Ana", seen };
};
const record = (changed: Corrections) =>
  recordCorrection(about(), changed, { store, files, folder: folder.path, now });
const read = () => readCorrected(facts(), job, { files, folder: folder.path });
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

it("A file of a correction is enough to restore it; what the memory has of it is not repeated", async () => {
  await record(corrections);
  const place = { files, folder: folder.path };
  const [restored] = correctionsOf(storyId, [], await readOverlays(place));
  expect(restored).toMatchObject({ type: "lesson.corrected", id: storyId, who: "Ana", sentences: 1 });
  expect(restored?.overlay).toEqual(overlayInForce(facts()));
  expect(correctionsOf(storyId, [], await readOverlays(place))).toEqual([restored]);
  const [event] = restored === undefined ? [] : [restored];
  expect(correctionsOf(storyId, event === undefined ? [] : [event], await readOverlays(place))).toEqual([
    event,
  ]);
  expect(correctionsOf(id(1), [], await readOverlays(place))).toEqual([]);
});
