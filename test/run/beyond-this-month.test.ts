import { expect, test } from "vitest";
import { ceilingsFor } from "../../src/run/approve.ts";
import { billFor, settingsOf } from "../../src/run/bill.ts";
import { beyondThisMonth } from "../../src/run/forecast.ts";
import type { Order } from "../../src/run/lesson.ts";
import { lessonNamed, planOf, stateOf } from "./histories.ts";

const prices = { short: 25, medium: 40, long: 70 } as const;
type Length = keyof typeof prices;

function beyond(
  lengths: readonly Length[],
  month: number,
  limits: { edition?: number; run?: number; done?: number } = {},
) {
  const orders: Order[] = lengths.map((length, index) => {
    return { lesson: lessonNamed(`t${index + 1}`, { length }), replaces: null };
  });
  const lessons = orders.map(({ lesson }) => lesson);
  const done = Array.from({ length: limits.done ?? 0 }, (_, index) => lessonNamed(`done${index}`));
  const quoted = settingsOf(lessons).map((setting) => {
    const credits = prices[setting.length as Length];
    return { setting, price: { credits, writing: credits, audiobook: 0 }, balance: null };
  });
  const plan = planOf([], { credits: limits.edition ?? 10_000, month });
  const ceilings = ceilingsFor(plan, stateOf(), { month: "2026-11", maxCredits: limits.run ?? null });
  const { lines } = billFor(orders, quoted);
  return beyondThisMonth(orders, { lines, ceilings, chosen: [...done, ...lessons] });
}

const shorts = (count: number): Length[] => Array.from({ length: count }, () => "short");

test("Lessons wait for later months once this month's budget is spent, unless the edition's or a whole month's doesn't cover them", () => {
  expect(beyond(shorts(8), 200)).toBeNull();
  expect(beyond(shorts(8), 60)).toEqual({ jobs: 6, credits: 150, covered: 2, first: 2, limit: 60 });
  expect(beyond(shorts(8), 20)).toBeNull();
  expect(beyond(shorts(10), 60, { edition: 120 })).toMatchObject({ jobs: 2, credits: 50, covered: 2 });
});

test("The suggested --first counts the lessons that need no purchase, too", () => {
  expect(beyond(shorts(8), 60, { done: 1 })).toMatchObject({ jobs: 6, covered: 2, first: 3 });
});

test("No --first is suggested that another ceiling would refuse", () => {
  expect(beyond(shorts(8), 60, { edition: 49 })).toBeNull();
  expect(beyond(shorts(8), 60, { run: 49 })).toMatchObject({ covered: 2, first: null });
});
