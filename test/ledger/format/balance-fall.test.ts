import { expect, test } from "vitest";
import { findBalanceFall } from "../../../src/ledger/format/charges.ts";
import type { EventBody } from "../../../src/ledger/format/event.ts";
import { fold } from "../../../src/ledger/format/fold.ts";
import { eventsOf } from "../fixtures.ts";
import { bookId, intended, like, opened } from "./histories.ts";

const quote = (balance: number | null): EventBody => like("quote.received", { balance });
const accounted = like("balance.accounted");
const start = [opened, quote(100), accounted];
// The price is 21: 13 for the writing, 8 for the audiobook.
const story = [intended(), like("creation.accepted")];
const seen = (status: string, credits: number, book: string | null = null): EventBody =>
  like("story.observed", { status, credits, book: book && { id: bookId, status: book } });
const done = [...story, seen("done", 13, "ready")];

/** Null: nothing is missing. */
type Fall = { readonly unexplained: number; readonly perhapsUncertain: number } | null;

const missing = (unexplained: number, perhapsUncertain = 0): Fall => ({ unexplained, perhapsUncertain });

const rows: readonly [what: string, events: readonly EventBody[], now: number | null, fall: Fall][] = [
  ["the cost of its own story", [...start, ...done], 79, null],
  ["the cost that its own story may have", [...start, ...story], 79, null],
  ["the cost that its own story may still have", [...start, ...story, seen("ready", 13)], 79, null],
  ["more than its own story may cost", [...start, ...story, seen("ready", 13)], 70, missing(9)],
  ["more than its own story has cost", [...start, ...done], 70, missing(9)],
  [
    "a charge before the balance, read after it",
    [opened, ...story, quote(87), accounted, seen("ready", 13)],
    79,
    null,
  ],
  [
    "what a story of before may cost",
    [opened, ...story, quote(100), accounted, seen("ready", 13)],
    70,
    missing(9),
  ],
  ["nothing for a story that had ended before", [opened, ...done, quote(79), accounted], 69, missing(10)],
  [
    "a charge that was taken back",
    [...start, ...story, seen("writing", 13), seen("failed", 0)],
    79,
    missing(21),
  ],
  ["what a creation of unknown outcome may cost", [...start, intended()], 79, missing(0, 21)],
  ["more than that", [...start, intended(), like("creation.uncertain")], 70, missing(9, 21)],
  ["a creation that was refused", [...start, intended(), like("creation.refused")], 79, missing(21)],
  ["credits that came in", [...start, ...done], 110, null],
  [
    "a fall for which runs were held, whatever they quoted",
    [...start, quote(90), quote(90)],
    90,
    missing(10),
  ],
  ["a fall that a run has accounted for", [...start, quote(90), accounted], 90, null],
  [
    "a fall since the newest quote, before any is accounted for",
    [opened, quote(100), quote(90)],
    85,
    missing(5),
  ],
  ["the first balance", [opened], 50, null],
  ["a balance after none", [opened, quote(null), accounted], 10, null],
  ["no balance after one", start, null, null],
];

test.for(rows)("a fall of the balance is explained by the ledger: %s", ([, events, now, fall]) => {
  const found = findBalanceFall(fold(eventsOf(events)), now);
  expect(found && { unexplained: found.unexplained, perhapsUncertain: found.perhapsUncertain }).toEqual(fall);
});
