import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { respokenInForce } from "../../../src/ledger/format/reviews.ts";
import type { SentenceNarrator } from "../../../src/lessons/revoicing/revoice.ts";
import { correctedParts } from "../../../src/package/contents/corrected-parts.ts";
import { respokenSound } from "../../../src/run/corrections.ts";
import { partsOf } from "../../../src/run/reviews.ts";
import { realFiles as files } from "../../../src/shared/files/real-files.ts";
import { narrateInline } from "../../../src/story-service/narrators/narrate-inline.ts";
import { openAiNarrator } from "../../../src/story-service/narrators/openai-narrator.ts";
import { temporaryFolder } from "../../fixtures.ts";
import { job } from "../../ledger/format/histories.ts";
import { narrated, recordingOf, type SpokenRecording, speak } from "../../lessons/revoicing/fixtures.ts";
import { type FakeModel, modelServer } from "../../story-service/running/model-fixtures.ts";
import { CorrectedCourse, correcting, made, sentences, title } from "./corrected-course.ts";

let recording: SpokenRecording;
let [nine, snow]: [Buffer, Buffer] = [Buffer.alloc(0), Buffer.alloc(0)];
let folder: ReturnType<typeof temporaryFolder>;
let course: CorrectedCourse;
let model: FakeModel | null = null;

const [toNine, toSnow] = [{ 1: "El tren sale a las nueve y media." }, { 3: "Fuera nieva mucho." }];

beforeAll(async () => {
  const spoken = await speak([title, ...sentences, toNine[1], toSnow[3]]);
  recording = await recordingOf(spoken.slice(0, -2), { rate: 22_050, channels: 1, bitrate: 48 });
  const [one, two] = spoken.slice(-2);
  if (one !== undefined && two !== undefined)
    [nine, snow] = [await narrated(one, 0.3), await narrated(two, 0.3)];
});

beforeEach(async () => {
  folder = temporaryFolder();
  course = await CorrectedCourse.open(folder.path, recording);
});

afterEach(async () => {
  await course.store.close();
  await folder.dispose();
  await model?.close();
  model = null;
});

const at = (...names: string[]): string => join(folder.path, ...names);
const place = () => ({ files, folder: folder.path });
const sound = () => respokenSound(course.facts, job, place());

/** A speech server that speaks both corrected sentences, and a narrator that asks it. */
async function server(status = 200): Promise<SentenceNarrator> {
  model = await modelServer(({ body }) => ({
    status,
    type: "audio/mpeg",
    body: String(body.input).includes("nieva") ? snow : nine,
  }));
  return { name: "a-model, alloy", ...openAiNarrator(model.server, "alloy") };
}

/** Corrects the second sentence, and has it spoken by the speech server. */
async function haveItSpoken(): Promise<void> {
  await course.correct(correcting(toNine));
  await course.record(made(await course.respeak(await server())));
}

test("A corrected sentence alone is sent to the speech server, and its sound and times are bound in the place of the book's", async () => {
  await haveItSpoken();
  expect(model?.asked.map(({ body }) => body.input)).toEqual([toNine[1]]);
  const bound = await sound();
  const { times, parts } = bound?.facts ?? {};
  expect(times?.sentences.map(({ from, to }) => to - from)).toEqual(
    [sentences[0], toNine[1], sentences[2], sentences[3]].map((one) => one?.length),
  );
  const [, own] = times?.sentences ?? [];
  const length = (own?.endMs ?? 0) - (own?.startMs ?? 0);
  expect(length).toBeGreaterThan(1_500);
  expect(parts?.[0]?.heard).toEqual({ startMs: own?.startMs, endMs: own?.endMs });
  expect(Math.abs((parts?.[0]?.loudness ?? 0) - (parts?.[0]?.neighbours ?? 9))).toBeLessThan(1);
  const corrected = correctedParts(await course.read(), {
    hasSound: true,
    times: null,
    respoken: bound?.facts ?? null,
  });
  expect(corrected).toMatchObject({ unheard: [], unwritten: [] });
  const [start, end] = [sentences[0]?.length ?? 0, (sentences[0]?.length ?? 0) + toNine[1].length];
  expect(corrected?.respoken).toEqual({
    narrator: "a-model, alloy",
    title: false,
    sentences: [{ paragraph: 0, from: start + 1, to: end + 1 }],
  });
  expect(readFileSync(at("books", "a.mp3")).equals(recording.mp3)).toBe(true);
});

test("The embedded narrator speaks a sentence, a title and leaves a sentence out just as well", async () => {
  const changed = { title: { original: title, corrected: "El viaje de Ana" } };
  await course.correct({ ...correcting({ ...toNine, 3: "" }), ...changed });
  const embedded: SentenceNarrator = { name: "eSpeak NG", covers: () => true, narrate: narrateInline };
  const { facts, left } = made(await course.respeak(embedded));
  expect(left).toEqual([]);
  expect(facts.parts.map(({ spoken }) => spoken)).toEqual(["El viaje de Ana", toNine[1], null]);
  expect(facts.times.sentences).toHaveLength(3);
  for (const { loudness, neighbours, joints } of facts.parts) {
    if (loudness !== null) expect(Math.abs(loudness - (neighbours ?? 0))).toBeLessThan(1);
    for (const { steepest, around } of joints) expect(steepest).toBeLessThanOrEqual(around);
  }
});

test("An approval before it is void; one undo brings the book's own sound back, and what was approved with it", async () => {
  const before = partsOf(course.facts);
  await haveItSpoken();
  const after = partsOf(course.facts);
  expect(after?.sound).not.toBe(before?.sound);
  expect(after?.times).not.toBe(before?.times);
  await course.undo();
  expect(partsOf(course.facts)).toEqual(before);
  expect(await sound()).toBeNull();
});

test("Another correction takes the sentence along, and has both spoken", async () => {
  await haveItSpoken();
  await model?.close();
  await course.correct(correcting({ ...toNine, ...toSnow }));
  expect(await sound()).toBeNull();
  const { facts } = made(await course.respeak(await server()));
  expect(model?.asked.map(({ body }) => body.input)).toEqual([toNine[1], toSnow[3]]);
  expect(facts.parts.map(({ spoken }) => spoken)).toEqual([toNine[1], toSnow[3]]);
});

test("A recording spoken anew that is lost or changed on disk stops the binding; the book's sound never takes its place", async () => {
  await haveItSpoken();
  const recorded = respokenInForce(course.facts);
  for (const file of [recorded?.sound.file ?? "", recorded?.times.file ?? ""]) {
    const content = readFileSync(at(file));
    writeFileSync(at(file), Buffer.concat([content, Buffer.from(" ")]));
    await expect(sound()).rejects.toMatchObject({ problem: { code: "correction_unusable", path: at(file) } });
    rmSync(at(file));
    await expect(sound()).rejects.toMatchObject({ problem: { code: "correction_unusable", path: at(file) } });
    writeFileSync(at(file), content);
  }
  expect(await sound()).not.toBeNull();
});

test("What was spoken for a correction that is another one by now is not bound", async () => {
  await course.correct(correcting(toNine));
  const result = made(await course.respeak(await server()));
  await course.correct(correcting(toSnow));
  await course.record(result);
  expect(await sound()).toBeNull();
});

test("A speech server that refuses changes nothing, and the reason names neither its key nor its address", async () => {
  await course.correct(correcting(toNine));
  const result = await course.respeak(await server(401));
  expect(result).toEqual({
    kind: "refused",
    why: "narrator_failed",
    cause: "the speech server answered 401",
  });
  expect(await course.respeak({ ...(await server()), covers: () => false })).toMatchObject({
    why: "no_language",
  });
});
