import fc from "fast-check";
import { expect, test } from "vitest";
import type { RecentUse } from "../../src/rate-limit/usage-file.ts";
import { mergedUse } from "../../src/rate-limit/usage-file.ts";

const creations = (...ages: readonly number[]): RecentUse => ({
  startsAgoMs: ages.map((ms) => ({ ms, use: "creation" })),
  callsAgoMs: [],
});
const narrations = (...ages: readonly number[]): RecentUse => ({
  startsAgoMs: ages.map((ms) => ({ ms, use: "narration" })),
  callsAgoMs: [],
});
const calls = (...ages: readonly number[]): RecentUse => ({ startsAgoMs: [], callsAgoMs: ages });

test("Starts on another machine and for another course are counted together, oldest first", () => {
  expect(mergedUse(creations(90_000, 50_000), creations(70_000, 30_000))).toEqual(
    creations(90_000, 70_000, 50_000, 30_000),
  );
});

test("A start recorded both in the ledger and on this machine counts once, at the time recorded here", () => {
  expect(mergedUse(creations(90_000, 50_000), creations(88_000, 51_900))).toEqual(creations(88_000, 51_900));
  expect(mergedUse(creations(90_000), creations(87_999))).toEqual(creations(90_000, 87_999));
});

test("Every start is matched once: of two beside one, the other counts too", () => {
  expect(mergedUse(creations(90_000, 89_000), creations(89_500))).toEqual(creations(89_500, 89_000));
  expect(mergedUse(creations(89_500), creations(90_000, 89_000))).toEqual(creations(90_000, 89_000));
});

test("As many as possible are matched, however close together they are", () => {
  expect(mergedUse(creations(90_000, 88_000), creations(89_000, 87_000))).toEqual(creations(89_000, 87_000));
  expect(mergedUse(creations(90_000, 88_000), creations(91_500, 89_500))).toEqual(creations(91_500, 89_500));
});

test("An audiobook's start is never matched to a story's", () => {
  expect(mergedUse(creations(90_000), narrations(90_100)).startsAgoMs).toEqual([
    { ms: 90_100, use: "narration" },
    { ms: 90_000, use: "creation" },
  ]);
});

test("Calls are merged as starts are", () => {
  expect(mergedUse(calls(50_000, 20_000), calls(49_000, 30_000))).toEqual(calls(49_000, 30_000, 20_000));
});

const ages = fc.array(fc.nat({ max: 20_000 }), { maxLength: 12 }).map((some) => some.sort((a, b) => b - a));

test("Everything recorded here is counted, in order, and never fewer nor more than both records have", () => {
  fc.assert(
    fc.property(ages, ages, (told, noted) => {
      const { callsAgoMs } = mergedUse(calls(...told), calls(...noted));
      expect(callsAgoMs).toEqual([...callsAgoMs].sort((a, b) => b - a));
      expect(callsAgoMs.length).toBeGreaterThanOrEqual(Math.max(told.length, noted.length));
      expect(callsAgoMs.length).toBeLessThanOrEqual(told.length + noted.length);
      expect(mergedUse(calls(), calls(...noted))).toEqual(calls(...noted));
      expect(mergedUse(calls(...told), calls(...told))).toEqual(calls(...told));
    }),
  );
});
