import { expect, test } from "vitest";
import type { EventBody } from "../../src/ledger/format/event.ts";
import { SeenAttempts, spentSince } from "../../src/run/purchases-elsewhere.ts";
import { explainedBy } from "../../src/run/quote.ts";
import { attemptId as attempt, edition, id, intended, job, storyId } from "../ledger/format/histories.ts";

const day = (number: number): string => `2026-11-${String(number).padStart(2, "0")}T00:00:00.000Z`;

function spentAfter(time: string, events: readonly [number, EventBody][]) {
  const attempts = new SeenAttempts();
  const whose = { course: "other", service: "local", ledger: id(9), path: "/other/ledger.jsonl" };
  for (const [number, event] of events) attempts.see({ ...whose, at: day(number), event });
  return spentSince(time, attempts.perhapsMade());
}

const bought = intended();
const credits = bought.type === "creation.intended" ? bought.price.credits : 0;
const of = { edition, job, attempt };

test("what another ledger bought after a time may explain a fall, even if it was intended before", () => {
  const accepted: EventBody = { type: "creation.accepted", ...of, id: storyId, status: 202, warnings: [] };
  const events: [number, EventBody][] = [
    [2, bought],
    [4, accepted],
  ];
  expect(spentAfter(day(3), events)).toEqual({ credits, courses: ["other"] });
  expect(spentAfter(day(4), events)).toEqual({ credits: 0, courses: [] });
});

test("what was proven absent explains nothing", () => {
  const unsent = { type: "creation.unsent", ...of, cause: "ECONNREFUSED" } as EventBody;
  const events: [number, EventBody][] = [
    [2, bought],
    [3, unsent],
  ];
  expect(spentAfter(day(1), events).credits).toBe(0);
});

test("no more of a fall is explained than was bought", () => {
  const fall = { since: day(1), before: 100, now: 60, unexplained: 40, perhapsUncertain: 0 };
  const others = { credits: 13, courses: ["other"] };
  expect(explainedBy(fall, others)).toMatchObject({ unexplained: 27, byOthers: 13, courses: ["other"] });
  expect(explainedBy(fall, { ...others, credits: 50 })).toMatchObject({ unexplained: 0, byOthers: 40 });
});
