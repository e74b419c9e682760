import { expect, test } from "vitest";
import type { EventBody } from "../../src/ledger/format/event.ts";
import type { Job } from "../../src/plan/plan.ts";
import { matchLessons } from "../../src/run/match.ts";
import { KnownPurchases } from "../../src/run/memory/known-purchases.ts";
import { accepted, intended, jobNamed, planOf, stateOf, uuid } from "./histories.ts";

const own = uuid(1_000);
const other = uuid(2_000);
const market = jobNamed("market.es.2");

const opened: EventBody = {
  type: "ledger.opened",
  format: 1,
  ledger: own,
  course: "course",
  service: "https://stories.example/api/v1",
};

/** What a machine remembers, in its order: which ledger of which course has bought what. */
type Remembered = readonly [ledger: string, course: string, ...events: readonly EventBody[]];

/** What is known to a ledger of these events that is to buy these jobs. */
function knownTo(
  ledger: readonly EventBody[],
  jobs: readonly Job[],
  ...remembered: readonly Remembered[]
): KnownPurchases {
  const state = stateOf(opened, ...ledger);
  const plan = matchLessons(planOf(jobs), state);
  const known = new KnownPurchases({ plan, lessons: plan.lessons, state });
  for (const [id, course, ...events] of remembered) {
    for (const event of events) {
      const of = { ledger: id, course, path: `/${id}`, service: "https://stories.example/api/v1" };
      known.see({ at: "2026-11-20T00:00:00.000Z", ...of, event });
    }
  }
  return known;
}

const theirs = intended({ job: "market.es.2", attempt: 21 });

test("purchases of others before a new ledger began are reported, later ones are not", () => {
  const mine = intended({ job: "train.es.2", attempt: 11 });
  const early = knownTo([], [market], [other, "course", theirs], [own, "course", mine]);
  expect(early.boughtBefore().map(({ intended: { attempt } }) => attempt)).toEqual([uuid(21)]);
  const late = knownTo([], [market], [own, "course", mine], [other, "course", theirs]);
  expect(late.boughtBefore()).toEqual([]);
});

test("a lesson of the course is recognized even if its request has changed", () => {
  const reworded = { ...market, request: { ...market.request, length: "long" as const } };
  const known = knownTo([], [reworded], [other, "course", theirs]);
  expect(known.purchaseOf(reworded)).toMatchObject({ ledger: other, intended: { attempt: uuid(21) } });
});

test("another course's lesson counts for a new ledger, and not for one in long use", () => {
  const again: Remembered = [other, "another course", theirs];
  expect(knownTo([], [market], again).purchaseOf(market)).toMatchObject({ course: "another course" });
  const used = [intended({ job: "train.es.2", attempt: 11 }), accepted("train.es.2", 11, 111)];
  expect(knownTo(used, [market], again).purchaseOf(market)).toBeNull();
});
