import { expect, test } from "vitest";
import { ceilingsFor } from "../../src/run/approve.ts";
import { billFor, settingsOf } from "../../src/run/bill.ts";
import { beyondThisMonth } from "../../src/run/forecast-run.ts";
import type { Order } from "../../src/run/lesson.ts";
import { lessonNamed, planOf, stateOf } from "./histories.ts";

const prices = { short: 25, medium: 40, long: 70 } as const;
type Length = keyof typeof prices;

function beyond(lengths: readonly Length[], month: number, limits: { edition?: number; run?: number } = {}) {
  const orders: Order[] = lengths.map((length, index) => {
    return { lesson: lessonNamed(`t${index + 1}`, { length }), replaces: null };
  });
  const lessons = orders.map(({ lesson }) => lesson);
  const quoted = settingsOf(lessons).map((setting) => {
    const credits = prices[setting.length as Length];
    return { setting, price: { credits, writing: credits, audiobook: 0 }, balance: null };
  });
  const plan = planOf([], { credits: limits.edition ?? 10_000, month });
  const ceilings = ceilingsFor(plan, stateOf(), { month: "2026-11", maxCredits: limits.run ?? null });
  const { lines } = billFor(orders, quoted);
  return beyondThisMonth(orders, { lines, ceilings, chosen: lessons });
}

const shorts = (count: number): Length[] => Array.from({ length: count }, () => "short");

test("Eight lessons at two a month take this month and three more", () => {
  expect(beyond(shorts(8), 60)).toEqual({
    covered: 2,
    first: 2,
    never: { jobs: 0, credits: 0 },
    limit: 60,
    later: { jobs: 6, credits: 150, months: 3, from: "2026-12-01", last: "2027-02-01" },
  });
});

test("Nothing waits that the month's budget covers", () => {
  expect(beyond(shorts(8), 200)).toBeNull();
});

test("A lesson that costs more than a whole month's budget fits no month, and does not hold up the others", () => {
  expect(beyond(shorts(8), 20)).toMatchObject({
    covered: 0,
    first: null,
    later: null,
    never: { jobs: 8, credits: 200 },
  });
  expect(beyond(["short", "long", "medium", "short"], 60)).toMatchObject({
    covered: 1,
    first: 1,
    never: { jobs: 1, credits: 70 },
    later: { jobs: 2, credits: 65, months: 2, from: "2026-12-01", last: "2027-01-01" },
  });
});

test("No --first is suggested that another ceiling would refuse", () => {
  expect(beyond(shorts(8), 60, { edition: 49 })).toBeNull();
  expect(beyond(shorts(8), 60, { run: 49 })).toMatchObject({ covered: 2, first: null });
});

test("What the edition's own budget does not cover waits for no month", () => {
  expect(beyond(shorts(10), 60, { edition: 120 })).toMatchObject({
    covered: 2,
    first: 2,
    never: { jobs: 0 },
    later: { jobs: 2, credits: 50, months: 1 },
  });
});

test("A hundred thousand lessons at one a month end in a year of five digits, and are counted at once", () => {
  expect(beyond(shorts(100_000), 25, { edition: 2_500_000 })).toMatchObject({
    later: { months: 99_999, last: "10360-02-01" },
  });
});
