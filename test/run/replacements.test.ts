import { expect, test } from "vitest";
import type { EventBody } from "../../src/ledger/format/event.ts";
import type { JobRecord } from "../../src/ledger/format/state.ts";
import { idToReplace, judgeReplacement } from "../../src/run/create/replacements.ts";
import { accepted, intended, refused, stateOf, uuid } from "./histories.ts";

const recordOf = (...events: readonly EventBody[]): JobRecord | undefined =>
  stateOf(...events).jobs.get("1/a");

const other = "abcdef01-0000-4000-8000-000000000000";
const first = [intended({ job: "a", attempt: 1 }), accepted("a", 1, 11)];
const second = [intended({ job: "a", attempt: 2 }), { ...accepted("a", 2, 12), id: other } as EventBody];

test.each([
  ["a job that was never bought", [], uuid(11), "nothing_there"],
  [
    "a job that was only refused",
    [intended({ job: "a", attempt: 1 }), refused("a", 1)],
    uuid(1),
    "nothing_there",
  ],
  ["the story that a job has", first, uuid(11), "due"],
  ["the attempt that made it", first, uuid(1), "due"],
  [
    "the attempt that nobody knows the outcome of",
    [intended({ job: "a", attempt: 1 })],
    uuid(1),
    "uncertain",
  ],
  ["what came before such an attempt", [...first, intended({ job: "a", attempt: 2 })], uuid(11), "made"],
  ["nothing, of such an attempt", [intended({ job: "a", attempt: 1 })], null, "uncertain"],
  ["the story of before", [...first, ...second], uuid(11), "made"],
  ["the attempt of before", [...first, ...second], uuid(1), "made"],
  ["the story of now, by its first characters", [...first, ...second], "abcdef01", "due"],
  [
    "what came before an attempt that was refused",
    [...first, intended({ job: "a", attempt: 2 }), refused("a", 2)],
    uuid(11),
    "due",
  ],
  [
    "an attempt that was refused",
    [...first, intended({ job: "a", attempt: 2 }), refused("a", 2)],
    uuid(2),
    "unknown",
  ],
  ["another story", first, uuid(99), "unknown"],
  ["two stories at once", [...first, ...second], "00000000", "unknown"],
  ["too little of an id", [...first, ...second], "abcdef0", "unknown"],
  ["nothing", first, null, "unnamed"],
] as const)("%s is named", (_, events, of, verdict) => {
  expect(judgeReplacement({ job: "a", of }, recordOf(...events))).toBe(verdict);
});

test("a job's story is named by the first characters of its id", () => {
  expect(idToReplace(undefined)).toBeNull();
  expect(idToReplace(recordOf(...first))).toBe("00000000");
  expect(idToReplace(recordOf(...first, ...second))).toBe("abcdef01");
});
