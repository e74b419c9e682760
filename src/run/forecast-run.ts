import { type Ceilings, exceededBy } from "../ledger/format/ceilings.ts";
import type { Month } from "../ledger/format/month.ts";
import type { Forecast } from "../rate-limit/forecast.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import { type BillLine, quoteFinder } from "./bill.ts";
import { kindOf, RemainingWork, stageBefore, stageIn } from "./follow/remaining-work.ts";
import type { Order, PlannedLesson } from "./lesson.ts";
import type { Work } from "./work.ts";

/** When a run that starts now would finish, given what the ledger remembers of the account. */
export function forecastWork(
  { orders, toFollow, orphans }: Work,
  { rateLimiter, at }: { rateLimiter: RateLimiter; at: number },
): Forecast {
  const remainingWork = new RemainingWork();
  for (const { request } of orders.map(({ lesson }) => lesson.job))
    remainingWork.enter(request, stageBefore(request), at);
  // The progress of an existing story is known only after its first read; until then assume it is at the start.
  for (const story of [...toFollow, ...orphans]) {
    remainingWork.enter(kindOf(story), stageIn("writing", story.wantsBook), at);
  }
  return rateLimiter.forecast(remainingWork.ahead);
}

/** The orders that the month's budget no longer covers. */
export interface BeyondThisMonth {
  /** How many of the orders are covered, counted from the first. */
  readonly covered: number;
  /** The value for `--first` that selects what is covered, including lessons that need no purchase; null if it would buy nothing. */
  readonly first: number | null;
  /** What later months cover; null if nothing. */
  readonly later: LaterMonths | null;
  /** Orders that cost more than a whole month's budget. */
  readonly never: { readonly jobs: number; readonly credits: number };
  readonly limit: number;
}

/** Months in UTC, each by its first day, such as `2026-12-01`. */
export interface LaterMonths {
  readonly jobs: number;
  readonly credits: number;
  readonly months: number;
  readonly from: string;
  /** The month that covers the last of them. */
  readonly last: string;
}

/**
 * The lessons within the edition's budget that must wait for later UTC months, whose budgets are filled in the lessons' order; null if all
 * are covered. `chosen`: the lessons that `--first` counts.
 */
export function beyondThisMonth(
  orders: readonly Order[],
  {
    lines,
    ceilings,
    chosen,
  }: { lines: readonly BillLine[]; ceilings: Ceilings; chosen: readonly PlannedLesson[] },
): BeyondThisMonth | null {
  const { limit, committed, name: month } = ceilings.month;
  if (limit === null) return null;
  const quoteOf = quoteFinder(lines);
  const prices = orders.map(({ lesson }) => quoteOf(lesson.job.request)?.price.credits ?? 0);
  const covered = countWithin(prices, limit - committed);
  // Waiting doesn't help with what the edition's own budget can't pay for.
  const paid = countWithin(prices, ceilings.edition.limit - ceilings.edition.committed);
  const next = orders.slice(0, paid)[covered];
  if (next === undefined) return null;
  const waiting = prices.slice(covered, paid);
  const neverCovered = waiting.filter((price) => price > limit);
  return {
    covered,
    first:
      covered === 0 || !isElseCovered(sum(prices.slice(0, covered)), ceilings)
        ? null
        : chosen.indexOf(next.lesson),
    later: laterMonths(
      waiting.filter((price) => price <= limit),
      { limit, month },
    ),
    never: { jobs: neverCovered.length, credits: sum(neverCovered) },
    limit,
  };
}

/** How many of the prices, from the first, an amount covers. */
function countWithin(prices: readonly number[], amount: number): number {
  let left = amount;
  const beyond = prices.findIndex((price) => {
    left -= price;
    return left < 0;
  });
  return beyond === -1 ? prices.length : beyond;
}

/** Whether the plan's budget and the run's own ceiling allow it too. */
function isElseCovered(price: number, ceilings: Ceilings): boolean {
  return !exceededBy(price, ceilings, null).some(({ ceiling }) => ceiling === "edition" || ceiling === "run");
}

/** No price may exceed the limit. */
function laterMonths(
  prices: readonly number[],
  { limit, month }: { limit: number; month: Month },
): LaterMonths | null {
  if (prices.length === 0) return null;
  let months = 1;
  let left = limit;
  for (const price of prices) {
    if (price > left) {
      months += 1;
      left = limit;
    }
    left -= price;
  }
  const from = monthAfter(month, 1);
  return { jobs: prices.length, credits: sum(prices), months, from, last: monthAfter(month, months) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

/** The first day of the month that is `months` later, across years. */
function monthAfter(month: Month, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const later = number - 1 + months;
  return `${year + Math.floor(later / 12)}-${String((later % 12) + 1).padStart(2, "0")}-01`;
}
