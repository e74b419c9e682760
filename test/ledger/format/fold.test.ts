import fc from "fast-check";
import { expect, expectTypeOf, test } from "vitest";
import { eventsIn, readLog } from "../../../src/ledger/file/read-log.ts";
import { amountsOf, sumOfAttempts } from "../../../src/ledger/format/charges.ts";
import type { EventBody, Exactly, LedgerEvent } from "../../../src/ledger/format/event.ts";
import { extend, fold, settingName } from "../../../src/ledger/format/fold.ts";
import { isOpen, jobStatusOf } from "../../../src/ledger/format/job-status.ts";
import { joinLedgers } from "../../../src/ledger/format/join.ts";
import { emptyHead, readLine, writeLine } from "../../../src/ledger/format/line.ts";
import { newestCorrection, overlayInForce } from "../../../src/ledger/format/reviews.ts";
import type { LedgerState, StoryFacts } from "../../../src/ledger/format/state.ts";
import type { LedgerStore } from "../../../src/ledger/store.ts";
import { at, chained, eventsOf, linesOf } from "../fixtures.ts";
import { anyHistory } from "./any-history.ts";
import {
  edition,
  everyEvent,
  id,
  intended,
  job,
  like,
  opened,
  setting,
  sha256,
  storyId,
} from "./histories.ts";

const story = [opened, like("creation.intended"), like("creation.accepted")];

/** The fold of the lines of these events. */
function folded(...bodies: readonly EventBody[]): LedgerState {
  return readLog(Buffer.concat(linesOf(bodies))).state;
}

function factsIn(state: LedgerState): StoryFacts | undefined {
  return [...state.jobs.values()][0]?.stories.get(storyId);
}

test("folding event by event gives the same state as folding all events at once", () => {
  fc.assert(
    fc.property(anyHistory, fc.nat(40), (events, cut) => {
      const state = fold(events.slice(0, cut));
      for (const event of events.slice(cut)) extend(state, event);
      expect(state).toEqual(fold(events));
    }),
    { seed: 20_261_120, numRuns: 300 },
  );
  const events = eventsIn({ lines: Buffer.concat(linesOf(everyEvent)) });
  const lived = fold([]);
  for (const event of events) extend(lived, event);
  expect(lived).toEqual(fold(events));
});

test("in every history, every job has a status, and what is open or accepted is committed", () => {
  fc.assert(
    fc.property(anyHistory, (events) => {
      const state = fold(events);
      let committed = 0;
      for (const record of state.jobs.values()) {
        const { kind } = jobStatusOf(record);
        const mayExist = record.attempts.filter((one) => isOpen(one) || one.outcome.kind === "accepted");
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

test("the newest quote of each setting, the last package of each edition and every repair can be found", () => {
  const quote = like("quote.received");
  const cheaper = like("quote.received", { price: { credits: 20, writing: 13, audiobook: 7 } });
  const setting = { lang: "es", difficulty: 3, length: "long", audiobook: false };
  const longer = like("quote.received", { setting });
  const packages = [like("package.written"), like("package.written", { bytes: 2 })];
  const repairs = [like("ledger.repaired"), like("ledger.repaired")];
  const state = folded(opened, quote, longer, cheaper, ...packages, ...repairs);
  expect(state.opened).toMatchObject(opened);
  expect([...state.quotes.keys()]).toEqual(["es 3 short audiobook", "es 3 long text"]);
  expect(state.quotes.get(settingName(setting))).toMatchObject(longer);
  expect(state.lastQuote).toMatchObject(cheaper);
  expect(state.packages.get("2026-W47")).toMatchObject({ bytes: 2 });
  expect(state.repairs).toHaveLength(2);
});

test("the newest event about money is known, whatever runs, quotes and packages came after it", () => {
  const other = everyEvent.filter(({ type }) => /^(run|quote|package|ledger)\./.test(type));
  expect(folded(...other).headOfMoney).toBeNull();
  const ofMoney = everyEvent.filter(({ type }) => /^(creation|story)\./.test(type));
  expect(ofMoney.length).toBeGreaterThan(6);
  for (const body of ofMoney) {
    const { headOfMoney } = folded(opened, body);
    expect(headOfMoney).toMatch(/^[0-9a-f]{64}$/);
    expect(folded(opened, body, ...other.slice(1)).headOfMoney).toBe(headOfMoney);
  }
});

test.for<[EventBody["type"][], object, number]>([
  [["creation.intended", "creation.accepted"], { kind: "accepted", byPerson: false }, 1],
  [["creation.intended", "creation.uncertain", "creation.resolved"], { kind: "accepted", byPerson: true }, 1],
  [["creation.intended", "creation.refused"], { kind: "refused" }, 0],
])("after %j an attempt's outcome says who named its story, if anybody has", ([types, outcome, stories]) => {
  const [record] = folded(opened, ...types.map((type) => like(type))).jobs.values();
  expect(record?.attempts[0]?.outcome).toMatchObject(outcome);
  expect(record?.stories.size).toBe(stories);
});

test("facts about unknown stories and attempts change nothing", () => {
  const strangers = everyEvent.filter(
    (event) => ("id" in event || "attempt" in event) && event.type !== "creation.intended",
  );
  expect(strangers.length).toBeGreaterThan(5);
  for (const record of folded(opened, ...strangers).jobs.values()) {
    expect(record.attempts).toEqual([]);
    expect(record.stories.size).toBe(0);
  }
});

test("a story's last answer replaces the one before, which stays known as far as it showed a cost", () => {
  const [first, last] = [like("story.observed"), like("story.observed", { status: "polishing" })];
  const events = eventsOf([...story, first, last]);
  expect(factsIn(fold(events))).toMatchObject({
    observed: last,
    charges: [
      { status: "done", credits: 13, isAudiobookStarted: true },
      { status: "polishing", credits: 13, isAudiobookStarted: true },
    ],
  });
});

test("a story has its last book, times, words and questions, and each decision, comment and repaired recording once", () => {
  const before = [...story, like("book.unavailable")];
  expect(factsIn(folded(...before))).toMatchObject({ bookUnavailable: "HTTP 500", book: null });
  const [book, times] = [like("book.exported"), like("times.saved")];
  const [words, questions] = [like("words.saved"), like("questions.proposed")];
  const comments = [like("comment.added"), like("comment.added", { comment: id(1) })];
  const respoken = [like("lesson.respoken"), like("lesson.respoken", { respoken: id(1) })];
  const decisions = [like("lesson.approved"), like("lesson.held"), like("lesson.rejected")];
  const listed = [...decisions, ...comments, ...respoken];
  const after = [...before, book, times, words, questions, ...listed, ...listed];
  const facts = { bookUnavailable: null, book, times, words, questions, decisions, comments, respoken };
  expect(factsIn(folded(...after))).toMatchObject(facts);
});

const happenedAt = "2026-10-02T08:00:00.000Z";
const restored = intended({ price: { credits: 0, writing: 0, audiobook: 0 }, rebuilt: true, happenedAt });
const quote = like("quote.received", { price: { credits: 20, writing: 13, audiobook: 7 } });
const longer = like("quote.received", { setting: { ...setting, length: "long" } });

test.for<[string, EventBody[], number, number]>([
  ["is asked for", [restored], 0, 1],
  ["is known", [intended({ rebuilt: true, happenedAt })], 21, 0],
  ["isn't needed, for nothing was created", [restored, like("creation.unsent")], 0, 0],
  ["is that of the next quote", [restored, quote], 20, 0],
  ["isn't another setting's", [restored, longer], 0, 1],
])("the price of a restored creation %s", ([, events, credits, unpriced]) => {
  // Another purchase of the same lesson, whose price stays.
  const state = folded(opened, intended({ attempt: id(1) }), ...events);
  const prices = [...state.jobs.values()].flatMap(({ attempts }) => attempts.map(({ intended }) => intended));
  expect(prices).toMatchObject([{ price: { credits: 21 } }, { price: { credits }, at: happenedAt }]);
  expect(state.unpriced.size).toBe(unpriced);
});

/** What an event has that came from another ledger, which was joined to this one. */
const joined = { joined: { seq: 2, at, hash: sha256 } };
const repair = like("ledger.repaired", joined);
const matched = (move: object) => like("lessons.matched", { moves: [move, move] });

test.for<[string, EventBody[], object]>([
  ["no run is open before the first", [opened], { isRunOpen: false }],
  ["a join doesn't end a run", [like("run.started"), like("ledger.joined")], { isRunOpen: true }],
  ["a run ends", [like("run.started"), like("run.ended")], { isRunOpen: false }],
  ["lost events are known", [like("ledger.rebuilt", { seen: [sha256] })], { joined: new Set([sha256]) }],
  ["none may be lost", [like("ledger.rebuilt")], { joined: new Set() }],
  ["a joined event is known by its first hash", [like("story.saved", joined)], { joined: new Set([sha256]) }],
  ["a quote to another ledger isn't ours", [like("quote.received", joined)], { lastQuote: null }],
  ["another ledger's repair is known", [repair], { repairs: [repair] }],
  [
    "another ledger's move counts",
    [like("lesson.moved", joined)],
    { moves: new Map([["1/fair<market", 1]]) },
  ],
  ["a text moves", [matched({ from: null, text: "A", to: "b" })], { moves: new Map([["1/b A", 2]]) }],
])("%s", ([, events, state]) => {
  expect(fold(eventsOf(events))).toMatchObject(state);
});

const composed = (jobs: string, from = 0, change: object = {}) =>
  like("edition.composed", { from, of: 2, lessons: [...jobs].map((job) => ({ job })), ...change });

test.for<[string, EventBody[], string]>([
  ["in two parts", [composed("a"), composed("b", 1)], "ab"],
  ["anew", [composed("ab"), composed("c")], "c"],
  ["although its first part is missing", [composed("b", 1)], "b"],
  ["by a joined ledger alone", [composed("ab", 0, joined)], "ab"],
  ["by a joined ledger, since ours has a part of it", [composed("a"), composed("cd", 0, joined)], "cd"],
  ["by ours, although a joined ledger has another", [composed("ab"), composed("cd", 0, joined)], "ab"],
])("an edition is composed %s", ([, events, jobs]) => {
  const { lessons } = fold(eventsOf(events)).composed.get("2") ?? {};
  expect(lessons?.map(({ job }) => job).join("")).toBe(jobs);
});

test("the time of an audiobook's start is that of the first read that shows it, and never changes", () => {
  const reads = [
    like("story.observed", { status: "ready", book: null }),
    like("story.observed", { status: "making_audiobook", book: null }),
    like("story.observed"),
  ];
  const events = eventsOf([...story, ...reads]).map((event, index): LedgerEvent => {
    return { ...event, at: `2026-11-20T12:00:0${index}.000Z` };
  });
  const startedAfter = (count: number) => factsIn(fold(events.slice(0, count)))?.startedAt ?? null;
  expect([4, 5, 6].map(startedAfter)).toEqual([null, "2026-11-20T12:00:04.000Z", "2026-11-20T12:00:04.000Z"]);
});

type Missing = Extract<EventBody, { type: "story.missing" }>;

test("what a spread object brings along is not recorded unnoticed", () => {
  const story = { id: "cc4c0ca1-889c-4587-9fdb-33cbbb5f2803", topic: "A walk" };
  const body = { type: "story.missing", edition: "1", job: "a.es.2", ...story } as const;
  // Assignable all the same: TypeScript looks for further members in literals only.
  const loose: EventBody = body;
  expect(loose).toBe(body);
  expectTypeOf(body).not.toExtend<Exactly<typeof body>>();
  expectTypeOf<Missing>().toExtend<Exactly<Missing>>();
  const record = (store: LedgerStore): unknown =>
    // @ts-expect-error: with the story's topic.
    store.append({ type: "story.missing", edition: "1", job: "a.es.2", ...story });
  expect(record).toBeDefined();
});

test("a member of a later version is kept as it is read", () => {
  const first = writeLine(emptyHead, "2026-11-27T00:00:00.000Z", { ...opened, ...{ later: 1 } });
  const read = readLine(emptyHead, first.line.slice(0, -1));
  expect(read).toMatchObject({ ok: true, event: { later: 1 } });
});

const accepted = like("creation.accepted");

/** The correction of a number, with a file of the same number; or the undoing of another. */
const corrected = (number: number, undoes: number | null = null, who = "Ana"): EventBody => {
  const file = { file: `corrections/${number}.json`, bytes: 1, sha256: String(number % 10).repeat(64) };
  const change = undoes === null ? { overlay: file, undoes } : { overlay: null, undoes: id(undoes) };
  return like("lesson.corrected", { correction: id(number), who, ...change });
};

const begun = chained([opened, intended(), accepted]);

function storyIn(events: readonly LedgerEvent[]): StoryFacts {
  const story = fold(events).jobs.get(`${edition}/${job}`)?.stories.get(storyId);
  if (story === undefined) throw new Error("no story");
  return story;
}

const inForce = (...bodies: readonly EventBody[]): string | null =>
  overlayInForce(storyIn(chained(bodies, begun)))?.file ?? null;

test("the newest correction is in force until it is undone, and then the one before it, down to none", () => {
  expect(inForce()).toBeNull();
  expect(inForce(corrected(1), corrected(2))).toBe("corrections/2.json");
  expect(inForce(corrected(1), corrected(2), corrected(3, 2))).toBe("corrections/1.json");
  expect(inForce(corrected(1), corrected(2), corrected(3, 2), corrected(4))).toBe("corrections/4.json");
  expect(inForce(corrected(1), corrected(2), corrected(3, 2), corrected(4, 1))).toBeNull();
});

test("a correction that is recorded twice is one, and so is taken back once", () => {
  const story = storyIn(chained([corrected(1), corrected(2), corrected(2)], begun));
  expect(story.corrections).toHaveLength(2);
  expect(newestCorrection(story)).toMatchObject({ correction: id(2) });
  expect(inForce(corrected(1), corrected(2), corrected(2), corrected(3, 2))).toBe("corrections/1.json");
});

test("of two ledgers that corrected the same lesson the joined one has both", () => {
  const ours = chained([corrected(1)], begun);
  const theirs = chained([corrected(2, null, "Ben")], begun);
  const { events } = joinLedgers(ours, theirs, at);
  const story = storyIn(events);
  expect(overlayInForce(story)?.file).toBe("corrections/2.json");
  expect(overlayInForce(storyIn(chained([corrected(3, 2)], events)))?.file).toBe("corrections/1.json");
});
