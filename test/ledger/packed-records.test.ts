import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventBody, LedgerEvent } from "../../src/ledger/event.ts";
import { fold } from "../../src/ledger/fold.ts";
import { packRecord, unpackRecord } from "../../src/ledger/packed-record.ts";
import { PackedRecords } from "../../src/ledger/packed-records.ts";
import { readLog } from "../../src/ledger/read-log.ts";
import { perhapsRefundedOf } from "../../src/ledger/standing.ts";
import type { LedgerState, OpenRecord } from "../../src/ledger/state.ts";
import { anyHistory } from "./any-history.ts";
import { attemptId, bookId, everyEvent, intended, storyId } from "./histories.ts";
import { at, linesOf } from "./rig.ts";

function eventsOf(bodies: readonly EventBody[]): readonly LedgerEvent[] {
  return readLog(Buffer.concat(linesOf(bodies))).events;
}

/** A state with its jobs as a plain list, whoever keeps them. */
function plain({ jobs, ...state }: LedgerState) {
  return { ...state, jobs: [...jobs] };
}

test("records that are packed whenever another one is named add up to what records that stay open do", () => {
  const stages = new Set<string>();
  fc.assert(
    fc.property(anyHistory, fc.integer({ min: 1, max: 3 }), (events, mostOpen) => {
      const packed = fold(events, new PackedRecords(mostOpen));
      const open = fold(events);
      expect(plain(packed)).toEqual(plain(open));
      expect(packed.jobs.size).toBe(open.jobs.size);
      expect([...packed.jobs.keys()]).toEqual([...open.jobs.keys()]);
      expect([...packed.jobs.values()]).toEqual([...open.jobs.values()]);
      for (const [key, record] of open.jobs) {
        for (const { observed, saved, book, missing } of record.stories.values()) {
          stages.add(
            [observed && "observed", saved && "saved", book && "exported", missing && "missing"].join(),
          );
        }
        expect(packed.jobs.has(key)).toBe(true);
        expect(packed.jobs.get(key)).toEqual(record);
      }
      const visited = new Map();
      packed.jobs.forEach((record, key) => void visited.set(key, record));
      expect(visited).toEqual(new Map(open.jobs));
      expect(packed.jobs.has("2/no-such-job")).toBe(false);
      expect(packed.jobs.get("2/no-such-job")).toBeUndefined();
    }),
    { seed: 20_261_121, numRuns: 500 },
  );
  // Every fact about a story comes with and without every other one.
  expect(stages.size).toBe(16);
});

test("a packed record takes one byte a character in every script, and comes back as it was", () => {
  const topics = ["El tren", "夜行列車 🚂", "a lone \ud800 surrogate", '\u0000 " \\', "قطار"];
  for (const topic of topics) {
    const request = { topic, lang: "ja", difficulty: 3, length: "short", audiobook: false, words: ["駅"] };
    const asked = intended({ edition: "a/b", job: "c/d", request } as never);
    const [record] = fold(eventsOf([...everyEvent.slice(0, 1), asked])).jobs.values();
    if (record === undefined) throw new Error("no record");
    const text = packRecord(record);
    expect([...text].every((character) => character.charCodeAt(0) < 256)).toBe(true);
    expect(unpackRecord("a/b/c/d", text)).toEqual(record);
  }
});

test("names of files that do not say their id, and facts whose attempt says otherwise, come back as they were", () => {
  const [record] = fold(eventsOf(everyEvent)).jobs.values();
  const [facts] = record?.stories.values() ?? [];
  if (record === undefined || facts === undefined) throw new Error("no story");
  const saved = { at: "not a time", file: `${facts.id}/${facts.id}.json`, bytes: 1, sha256: "" };
  const observed = { at: "", status: "done", credits: 1, book: { id: "other", status: "ready" }, error: "x" };
  for (const change of [
    { id: "another" },
    { attempt: "another" },
    { acceptedAt: "" },
    { saved },
    { observed },
    { observedFirstAt: "" },
  ]) {
    const story = { ...facts, ...change };
    const changed = { ...record, stories: new Map([[story.id, story]]) };
    expect(unpackRecord(record.key, packRecord(changed))).toEqual(changed);
  }
});

test("a packed record says no id and no day twice", () => {
  const lesson = everyEvent.filter(({ type }) =>
    /^(creation\.(intended|accepted)|story\.(observed|saved)|book)/.test(type),
  );
  const [record] = fold(eventsOf([...everyEvent.slice(0, 1), ...lesson])).jobs.values();
  if (record === undefined) throw new Error("no record");
  expect([...record.stories.values()]).toMatchObject([
    { observed: { book: { id: bookId } }, book: { book: bookId } },
  ]);
  const text = packRecord(record);
  const counts = [attemptId, storyId, bookId, at.slice(0, 10), "accepted", "topic"].map(
    (part) => text.split(part).length - 1,
  );
  expect(counts).toEqual([1, 1, 1, 2, 0, 0]);
});

test("the record that was opened longest ago is packed first, and one that rests at once", () => {
  const record = (job: string) => ({ key: `1/${job}`, edition: "1", job, attempts: [], stories: new Map() });
  const [a, b, c] = [record("a"), record("b"), record("c")];
  const records = new PackedRecords(2);
  records.add(a);
  records.add(b);
  // Open records are the very objects; packed ones are made anew.
  expect([records.get(a.key) === a, records.open(b.key) === b]).toEqual([true, true]);
  records.add(c);
  expect([a, b, c].map((one) => records.get(one.key) === one)).toEqual([false, true, true]);
  const again = records.open(a.key);
  expect(again).toEqual(a);
  expect([again, b, c].map((one) => records.get(one?.key ?? "") === one)).toEqual([true, false, true]);
  records.rest(c);
  records.open(b.key);
  // What rests takes no place: nothing had to be packed for `b`.
  expect([records.get(a.key) === again, records.get(c.key) === c]).toEqual([true, false]);
  expect(records.get(c.key)).toEqual(c);
});

test("a record rests as soon as everything that was asked for is in the folder, and not before", () => {
  const ofLesson = (type: EventBody["type"]) => everyEvent.filter((event) => event.type === type);
  const rested = (audiobook: boolean, ...types: readonly EventBody["type"][]) => {
    const request = { topic: "a", lang: "es", difficulty: 3, length: "short", audiobook };
    const asked = intended({ request } as never);
    const told: string[] = [];
    class Told extends PackedRecords {
      override rest(record: OpenRecord): void {
        told.push(record.key);
        super.rest(record);
      }
    }
    const bodies = [...everyEvent.slice(0, 1), asked, ...types.flatMap(ofLesson)];
    fold(eventsOf(bodies), new Told());
    return told.length;
  };
  const whole = ["creation.accepted", "story.observed", "story.saved", "book.exported"] as const;
  expect(rested(true, ...whole)).toBe(1);
  expect(rested(true, ...whole.slice(0, 3))).toBe(0);
  expect(rested(true, "creation.accepted", "book.exported")).toBe(0);
  expect(rested(false, ...whole.slice(0, 3))).toBe(1);
  expect(rested(false, ...whole.slice(0, 2))).toBe(0);
});

test("the time of an audiobook's start is that of the first read that shows it, and stays", () => {
  const seen = everyEvent.find(({ type }) => type === "story.observed");
  const lesson = everyEvent.filter(({ type }) => /^creation\.(intended|accepted)$/.test(type));
  const reads = [
    { status: "ready", book: null },
    { status: "making_audiobook", book: null },
    { status: "done", book: { id: bookId, status: "ready" } },
  ];
  const bodies = [
    ...everyEvent.slice(0, 1),
    ...lesson,
    ...reads.map((read) => ({ ...seen, ...read }) as EventBody),
  ];
  const events = eventsOf(bodies).map((event, index) => ({
    ...event,
    at: `2026-11-20T12:00:0${index}.000Z`,
  }));
  const startedAfter = (count: number) => {
    const [record] = fold(events.slice(0, count) as LedgerEvent[]).jobs.values();
    return [...(record?.stories.values() ?? [])].map(({ startedAt }) => startedAt);
  };
  expect(startedAfter(4)).toEqual([null]);
  expect(startedAfter(5)).toEqual(["2026-11-20T12:00:04.000Z"]);
  expect(startedAfter(6)).toEqual(["2026-11-20T12:00:04.000Z"]);
});

test("what a failed audiobook cost is told apart, of the attempts that are asked for", () => {
  const refunded = (status: string | null, selects = true) => {
    const lesson = everyEvent.filter(({ type }) => /^creation\.(intended|accepted)$/.test(type));
    const seen = everyEvent.find(({ type }) => type === "story.observed");
    const book = status === null ? null : { id: bookId, status };
    const state = fold(eventsOf([...everyEvent.slice(0, 1), ...lesson, { ...seen, book } as EventBody]));
    const [record] = state.jobs.values();
    if (record === undefined) throw new Error("no record");
    return perhapsRefundedOf(record, () => selects);
  };
  expect(["error", "canceled", "ready", "processing", null].map((status) => refunded(status))).toEqual([
    8, 8, 0, 0, 0,
  ]);
  expect(refunded("error", false)).toBe(0);
});
