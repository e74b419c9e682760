import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  balanceAfterCharges,
  costsOf,
  findBalanceFall,
  sumOfAttempts,
  sumOfCosts,
} from "../../../src/ledger/format/charges.ts";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import { fold } from "../../../src/ledger/format/fold.ts";
import { isAbsent, jobStatusOf } from "../../../src/ledger/format/job-status.ts";
import { monthOf, readMonth } from "../../../src/ledger/format/month.ts";
import { eventsOf } from "../fixtures.ts";
import { anyHistory } from "./any-history.ts";
import { bookId, id, intended, like, opened } from "./histories.ts";

const quote = (balance: number | null): EventBody => like("quote.received", { balance });
const accounted = like("balance.accounted");
const start = [opened, quote(100), accounted];
// The price is 21: 13 for the writing, 8 for the audiobook.
const story = [intended(), like("creation.accepted")];
const seen = (status: string, credits: number, book: string | null = null): EventBody =>
  like("story.observed", { status, credits, book: book && { id: bookId, status: book } });
const ready = seen("ready", 13);
const failed = seen("failed", 0);
const done = [...story, seen("done", 13, "ready")];

/** `missing`: what nothing explains; null: nothing is missing. */
const rows: readonly [
  what: string,
  events: readonly EventBody[],
  now: number | null,
  missing: number | null,
][] = [
  ["the cost of its own story", [...start, ...done], 79, null],
  ["the cost that its own story may have", [...start, ...story], 79, null],
  ["the cost that its own story may still have", [...start, ...story, ready], 79, null],
  ["more than its own story may cost", [...start, ...story, ready], 70, 9],
  ["more than its own story has cost", [...start, ...done], 70, 9],
  ["a charge before the balance, read after it", [opened, ...story, quote(87), accounted, ready], 79, null],
  ["what a story of before may cost", [opened, ...story, quote(100), accounted, ready], 70, 9],
  ["nothing for a story that had ended before", [opened, ...done, quote(79), accounted], 69, 10],
  ["a charge that was taken back", [...start, ...story, seen("writing", 13), failed], 79, 21],
  [
    "a refund after a story's end, which should have raised the balance",
    [opened, ...story, seen("failed", 13), quote(87), accounted, failed],
    87,
    13,
  ],
  ["what a creation of unknown outcome may cost", [...start, intended()], 79, null],
  ["more than that", [...start, intended(), like("creation.uncertain")], 70, 9],
  ["a creation that was refused", [...start, intended(), like("creation.refused")], 79, 21],
  ["credits that came in", [...start, ...done], 110, null],
  ["a fall for which runs were held, whatever they quote", [...start, quote(90), quote(90)], 90, 10],
  ["a fall that a run has accounted for", [...start, quote(90), accounted], 90, null],
  ["a fall since the newest quote, before one is explained", [opened, quote(100), quote(90)], 85, 5],
  ["the first balance", [opened], 50, null],
  ["a balance after none", [opened, quote(null), accounted], 10, null],
  ["no balance after one", start, null, null],
];

test.for(rows)("a fall of the balance is explained by the ledger: %s", ([, events, now, missing]) => {
  expect(findBalanceFall(fold(eventsOf(events)), now)?.unexplained ?? null).toBe(missing);
});

test.for<[reads: string, kept: number[]]>([
  ["writing 0, polishing 0", []],
  ["writing 13, polishing 13", [0]],
  ["writing 13, writing 5", [0, 1]],
  ["polishing 13, making_audiobook 13", [0, 1]],
  ["writing 13, ready 13", [0, 1]],
  ["ready 13, writing 13", [0, 1]],
  ["done 13, done 13", [0]],
])("of a story's reads (%s) those stay known that show another cost, or an end: %j", ([reads, kept]) => {
  const before = [opened, ...story];
  const read = reads.split(", ").map((one) => one.split(" "));
  const events = [...before, ...read.map(([status = "", credits]) => seen(status, Number(credits)))];
  const [record] = fold(eventsOf(events)).jobs.values();
  const [facts] = record?.stories.values() ?? [];
  expect(facts?.charges.map(({ seq }) => seq - before.length - 1)).toEqual(kept);
});

test.for<[what: string, events: readonly EventBody[], balance: number | null]>([
  ["is not known before a quote", [opened, ...done], null],
  ["is not known of an account without a limit", [opened, quote(null), ...done], null],
  ["is the quote's", [opened, ...done, quote(79)], 79],
  ["is less by what its stories have cost since", [opened, ...story, ready, quote(87), ...done.slice(2)], 79],
])("the balance after a run %s", ([, events, balance]) => {
  expect(balanceAfterCharges(fold(eventsOf(events)))).toBe(balance);
});

it("adds up to the sums over all attempts, by which every intention is checked, in every history", () => {
  fc.assert(
    fc.property(anyHistory, (events) => {
      const state = fold(events);
      const sum = sumOfCosts(costsOf(state));
      const { committed, spent, held } = sumOfAttempts(state.jobs.values());
      expect(sum).toMatchObject({ committed, spent, held });
      const attempts = [...state.jobs.values()].flatMap((record) => record.attempts);
      expect(sum.stories).toBe(attempts.filter((attempt) => !isAbsent(attempt)).length);
      expect(sum.wasted).toBeLessThanOrEqual(sum.spent);
      const isAllDone = [...state.jobs.values()].every(
        (record) => record.attempts.length === 1 && jobStatusOf(record).kind === "done",
      );
      if (isAllDone) expect(sum.wasted).toBe(0);
    }),
    { seed: 20_261_124, numRuns: 150 },
  );
});

/** The events of one story. */
function bought(number: number, job: string) {
  const ids = { edition: "1", job, id: id(number + 0x50) };
  const attempt = { edition: "1", job, attempt: id(number) };
  return {
    made: [intended(attempt), like("creation.accepted", { ...attempt, id: ids.id })],
    seen: (status: string, credits: number) => [
      like("story.observed", { ...ids, status, credits, book: null }),
    ],
    saved: [like("story.saved", ids), like("book.exported", ids)],
  };
}

it("has a row for each edition, language and month, sorted by them", () => {
  const names = ["2 es 2026-11", "1 es 2026-12", "1 de 2026-11", "1 es 2026-11", "2 es 2026-11"];
  const events = names.map((name, number) => {
    const [edition = "", lang = "", month = ""] = name.split(" ");
    const request = { topic: "A walk", lang, difficulty: 2, length: "short", audiobook: true } as const;
    return intended({ edition, month, request, attempt: id(number) });
  });
  const rows = costsOf(fold(eventsOf([opened, ...events])));
  expect(rows.map(({ edition, lang, month, stories }) => `${edition} ${lang} ${month}: ${stories}`)).toEqual([
    "1 de 2026-11: 1",
    "1 es 2026-11: 1",
    "1 es 2026-12: 1",
    "2 es 2026-11: 2",
  ]);
});

it("counts as wasted what was paid for a story that failed or was canceled, and for one that was replaced once the other is done", () => {
  const wasted = (bodies: readonly EventBody[]) =>
    sumOfCosts(costsOf(fold(eventsOf([opened, ...bodies])))).wasted;
  const failed = bought(1, "a.es.2");
  const events = [...failed.made, ...failed.seen("failed", 5)];
  expect(wasted(events)).toBe(5);
  const canceled = bought(4, "c.es.2");
  expect(wasted([...canceled.made, ...canceled.seen("canceled", 7)])).toBe(7);
  const first = bought(2, "b.es.2");
  events.push(...first.made, ...first.seen("done", 13), ...first.saved);
  expect(wasted(events)).toBe(5);
  const second = bought(3, "b.es.2");
  events.push(...second.made, ...second.seen("writing", 13));
  expect(wasted(events)).toBe(5);
  events.push(...second.seen("done", 13), ...second.saved);
  expect(wasted(events)).toBe(18);
});

const at = (text: string): number => Date.parse(`${text}T12:00:00Z`);

describe("the month that a purchase counts in", () => {
  const service = (text: string) => ({ service: at(text) });

  // This machine's clock, where nothing else is said: 20 November 2026.
  it.each<[string, { own?: number; service?: number }, newest: string | null, expected: string]>([
    ["goes by this machine's clock where no other is known", {}, null, "2026-11"],
    ["goes by the service's time before this machine's", service("2026-12-01"), null, "2026-12"],
    ["is never earlier than the ledger's newest", service("2026-10-31"), "2026-11", "2026-11"],
    ["goes on with the clocks", service("2026-12-01"), "2026-11", "2026-12"],
    ["does not believe a service in 1970", { service: 0 }, null, "2026-11"],
    ["does not believe a service in the year 9999", service("9999-12-31"), "2026-11", "2026-11"],
    [
      "keeps the ledger's month where this machine's clock lost its battery",
      { own: 0, ...service("2026-12-01") },
      "2026-11",
      "2026-11",
    ],
    [
      "stays where a clock that was a year ahead has put it, until that month has come",
      service("2026-12-01"),
      "2027-11",
      "2027-11",
    ],
    ["has four digits for the year, whatever a clock says", { own: 8.64e15 }, null, "9999-12"],
  ])("%s", (_, clocks, newest, month) => {
    const said = { own: at("2026-11-20"), service: null, ...clocks };
    expect(readMonth(said, newest)).toBe(month);
  });

  it("is the month of its time for an older event", () => {
    expect(monthOf({ at: "2026-11-30T23:59:59.999Z" })).toBe("2026-11");
    expect(monthOf({ at: "2026-11-30T23:59:59.999Z", month: "2026-12" })).toBe("2026-12");
  });
});
