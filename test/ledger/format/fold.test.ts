import fc from "fast-check";
import { expect, test } from "vitest";
import { readLog } from "../../../src/ledger/file/read-log.ts";
import { amountsOf, sumOfAttempts } from "../../../src/ledger/format/charges.ts";
import type { EventBody, LedgerEvent } from "../../../src/ledger/format/event.ts";
import { extend, fold, settingName } from "../../../src/ledger/format/fold.ts";
import { isOpen, jobStatusOf } from "../../../src/ledger/format/job-status.ts";
import { at, linesOf } from "../fixtures.ts";
import { anyHistory } from "./any-history.ts";
import { bookId, everyEvent, opened, sha256, storyId, twelveEvents } from "./histories.ts";

test("folding event by event gives the same state as folding all events at once", () => {
  fc.assert(
    fc.property(anyHistory, fc.nat(40), (events, cut) => {
      const state = fold(events.slice(0, cut));
      for (const event of events.slice(cut)) extend(state, event);
      expect(state).toEqual(fold(events));
    }),
    { seed: 20_261_120, numRuns: 300 },
  );
});

test("in every history, every job has a status, and what is open or accepted is committed", () => {
  fc.assert(
    fc.property(anyHistory, (events) => {
      const state = fold(events);
      let committed = 0;
      for (const record of state.jobs.values()) {
        const { kind } = jobStatusOf(record);
        const mayExist = record.attempts.filter(
          (attempt) => isOpen(attempt) || attempt.outcome.kind === "accepted",
        );
        expect(kind === "pending").toBe(mayExist.length === 0);
        for (const attempt of record.attempts) {
          const { committed: most, spent } = amountsOf(record, attempt);
          if (isOpen(attempt)) expect(most).toBe(attempt.intended.price.credits);
          if (!mayExist.includes(attempt)) expect(most + spent).toBe(0);
          committed += most;
        }
      }
      expect(sumOfAttempts(state.jobs.values()).committed).toBe(committed);
    }),
    { seed: 20_261_120, numRuns: 300 },
  );
});

test("a state read back from a file equals the state of the process that wrote it", () => {
  const { events } = readLog(Buffer.concat(linesOf(everyEvent)));
  expect(fold(events).jobs.size).toBe(1);
  const lived = fold([]);
  for (const event of events) extend(lived, event);
  expect(lived).toEqual(fold(events));
});

test("the newest quote of each setting, the last package of each edition and every repair can be found", () => {
  const [quote] = everyEvent.filter((event) => event.type === "quote.received");
  const [written] = everyEvent.filter((event) => event.type === "package.written");
  const [repair] = everyEvent.filter((event) => event.type === "ledger.repaired");
  const cheaper = { ...quote, price: { credits: 20, writing: 13, audiobook: 7 } };
  const longer = { ...quote, setting: { lang: "es", difficulty: 3, length: "long", audiobook: false } };
  const bodies = [
    opened,
    quote,
    longer,
    cheaper,
    written,
    { ...written, bytes: 2 },
    repair,
    repair,
  ] as EventBody[];
  const state = fold(readLog(Buffer.concat(linesOf(bodies))).events);
  expect(state.opened).toMatchObject(opened);
  expect([...state.quotes.keys()]).toEqual(["es 3 short audiobook", "es 3 long text"]);
  expect(state.quotes.get(settingName(longer.setting as never))).toMatchObject(longer);
  expect(state.lastQuote).toMatchObject(cheaper);
  expect(state.packages.get("2026-W47")).toMatchObject({ bytes: 2 });
  expect(state.repairs).toHaveLength(2);
});

test("the newest event about money is known, whatever runs, quotes and packages came after it", () => {
  const lastOf = (bodies: readonly EventBody[]) =>
    fold(readLog(Buffer.concat(linesOf(bodies))).events).lastOfMoney?.type ?? null;
  const other = everyEvent.filter(({ type }) => /^(run|quote|package|ledger)\./.test(type));
  expect(other.length).toBeGreaterThan(4);
  expect(lastOf(other)).toBeNull();
  const ofMoney = everyEvent.filter(({ type }) => /^(creation|story)\./.test(type));
  expect(new Set(ofMoney.map(({ type }) => type)).size).toBeGreaterThan(6);
  for (const body of ofMoney) expect(lastOf([opened, body, ...other.slice(1)])).toBe(body.type);
});

test("an attempt records whether the service or a person named its story, and a refusal leaves no story", () => {
  const outcomeAfter = (...types: readonly EventBody["type"][]) => {
    const bodies = types.flatMap((type) => everyEvent.find((event) => event.type === type) ?? []);
    const state = fold(readLog(Buffer.concat(linesOf([opened, ...bodies]))).events);
    const record = state.jobs.values().next().value;
    return { outcome: record?.attempts[0]?.outcome, stories: record?.stories.size };
  };
  expect(outcomeAfter("creation.intended", "creation.accepted")).toMatchObject({
    outcome: { kind: "accepted", byPerson: false },
    stories: 1,
  });
  const resolved = everyEvent.find(({ type }) => type === "creation.resolved");
  expect(resolved).toMatchObject({ how: "story" });
  expect(outcomeAfter("creation.intended", "creation.uncertain", "creation.resolved")).toMatchObject({
    outcome: { kind: "accepted", byPerson: true },
    stories: 1,
  });
  expect(outcomeAfter("creation.intended", "creation.refused")).toMatchObject({
    outcome: { kind: "refused" },
    stories: 0,
  });
});

test("facts about unknown stories and attempts change nothing", () => {
  const strangers = everyEvent.filter((event) => "id" in event || "attempt" in event);
  const events = readLog(
    Buffer.concat(linesOf([opened, ...strangers.filter(({ type }) => type !== "creation.intended")])),
  ).events;
  expect(events.length).toBeGreaterThan(5);
  for (const record of fold(events).jobs.values()) {
    expect(record.attempts).toEqual([]);
    expect(record.stories.size).toBe(0);
  }
});

test("a story's last answer replaces the one before, which stays known as far as it showed a cost", () => {
  const events = readLog(Buffer.concat(linesOf(twelveEvents.slice(0, 6)))).events;
  const [seen] = events.slice(-1);
  const later = { ...seen, at: "2026-11-20T12:00:20.000Z", status: "polishing" } as LedgerEvent;
  const facts = fold([...events, later])
    .jobs.values()
    .next()
    .value?.stories.get(storyId);
  expect(facts).toMatchObject({ observed: later, acceptedAt: at, charges: [seen, later] });
});

test("a book that was exported after all clears the earlier export error", () => {
  const bodies = [
    ...twelveEvents.slice(0, 5),
    ...everyEvent.filter(({ type }) => type === "book.unavailable"),
  ];
  const state = fold(readLog(Buffer.concat(linesOf(bodies))).events);
  const facts = () => state.jobs.values().next().value?.stories.get(storyId);
  expect(facts()).toMatchObject({ bookUnavailable: "HTTP 500", book: null });
  const exported = everyEvent.find(({ type }) => type === "book.exported");
  extend(state, { ...exported, seq: 7, at, hash: sha256 } as LedgerEvent);
  const {
    type: _type,
    edition: _edition,
    job: _job,
    id: _id,
    ...book
  } = { ...exported } as Record<string, unknown>;
  expect(facts()).toMatchObject({ bookUnavailable: null, book });
});

test("the time of an audiobook's start is that of the first read that shows it, and never changes", () => {
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
    return [...(record?.stories.values() ?? [])].map(({ started }) => started?.at ?? null);
  };
  expect(startedAfter(4)).toEqual([null]);
  expect(startedAfter(5)).toEqual(["2026-11-20T12:00:04.000Z"]);
  expect(startedAfter(6)).toEqual(["2026-11-20T12:00:04.000Z"]);
});

test("the cost of failed audiobooks is shown separately, for the selected attempts", () => {
  const refunded = (status: string | null, selects = true) => {
    const lesson = everyEvent.filter(({ type }) => /^creation\.(intended|accepted)$/.test(type));
    const seen = everyEvent.find(({ type }) => type === "story.observed");
    const book = status === null ? null : { id: bookId, status };
    const state = fold(eventsOf([...everyEvent.slice(0, 1), ...lesson, { ...seen, book } as EventBody]));
    const [record] = state.jobs.values();
    if (record === undefined) throw new Error("no record");
    return sumOfAttempts([record], () => selects).perhapsRefunded;
  };
  expect(["error", "canceled", "ready", "processing", null].map((status) => refunded(status))).toEqual([
    8, 8, 0, 0, 0,
  ]);
  expect(refunded("error", false)).toBe(0);
});

function eventsOf(bodies: readonly EventBody[]): readonly LedgerEvent[] {
  return readLog(Buffer.concat(linesOf(bodies))).events;
}
