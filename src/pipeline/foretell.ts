import type { LedgerState } from "../ledger/state.ts";
import type { Job } from "../plan/plan.ts";
import type { Forecast } from "../remote/forecast.ts";
import type { Pace } from "../remote/pace.ts";
import type { BillLine, Purse } from "./bill.ts";
import { Outlook, stageBefore, stageIn } from "./outlook.ts";
import { kindOf } from "./story-path.ts";
import type { Order, Work } from "./work.ts";

/** When a run that begins now would be done, by what the ledger remembers of the account. */
export function foretellWork(
  { orders, toFollow, orphans }: Work,
  { state, pace, at }: { state: LedgerState; pace: Pace; at: number },
): Forecast {
  const outlook = new Outlook();
  for (const { job } of orders) outlook.enter(job.request, stageBefore(job.request), at);
  // Where a story that exists stands is seen by its first read; until then it is taken to be at its beginning.
  for (const story of [...toFollow, ...orphans]) {
    outlook.enter(kindOf(story, state), stageIn("writing", story.wantsBook), at);
  }
  return pace.foretell(outlook.ahead);
}

/** What the month's budget does not cover any more. */
export interface BeyondThisMonth {
  /** So many of the orders, in their order, are covered. */
  readonly covered: number;
  /** The number for `--first` that chooses what is covered, lessons that need nothing included; null where it would buy nothing. */
  readonly first: number | null;
  /** What later months cover; null where there is nothing of that. */
  readonly later: LaterMonths | null;
  /** What costs more than a whole month's budget. */
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
 * The lessons of the edition's budget that have to wait for later UTC months' budgets, which are filled in the lessons' order; null where all are
 * covered. `chosen`: the jobs among which `--first` counts.
 */
export function beyondThisMonth(
  orders: readonly Order[],
  {
    lines,
    purse,
    at,
    chosen,
  }: { lines: readonly BillLine[]; purse: Purse; at: number; chosen: readonly Job[] },
): BeyondThisMonth | null {
  const { limit, committed } = purse.month;
  if (limit === null) return null;
  const prices = orders.map(
    ({ job }) => lines.find(({ setting }) => isSame(setting, job.request))?.price.credits ?? 0,
  );
  const covered = countWithin(prices, limit - committed);
  // What the edition's own budget does not pay for waits for no month.
  const paid = countWithin(prices, purse.edition.limit - purse.edition.committed);
  const next = orders.slice(0, paid)[covered];
  if (next === undefined) return null;
  const waiting = prices.slice(covered, paid);
  const neverCovered = waiting.filter((price) => price > limit);
  return {
    covered,
    first:
      covered === 0 || !isElseCovered(sum(prices.slice(0, covered)), purse) ? null : chosen.indexOf(next.job),
    later: laterMonths(
      waiting.filter((price) => price <= limit),
      { limit, at },
    ),
    never: { jobs: neverCovered.length, credits: sum(neverCovered) },
    limit,
  };
}

/** How many of the first prices an amount covers. */
function countWithin(prices: readonly number[], amount: number): number {
  let left = amount;
  const beyond = prices.findIndex((price) => {
    left -= price;
    return left < 0;
  });
  return beyond === -1 ? prices.length : beyond;
}

/** Whether the other ceilings allow it too. */
function isElseCovered(price: number, { edition, maxCredits }: Purse): boolean {
  return edition.committed + price <= edition.limit && (maxCredits === null || price <= maxCredits);
}

/** None of the prices may be above the limit. */
function laterMonths(
  prices: readonly number[],
  { limit, at }: { limit: number; at: number },
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
  const from = monthAfter(at, 1);
  return { jobs: prices.length, credits: sum(prices), months, from, last: monthAfter(at, months) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}

function isSame(setting: BillLine["setting"], request: BillLine["setting"]): boolean {
  const { lang, difficulty, length, audiobook } = setting;
  return (
    request.lang === lang &&
    request.difficulty === difficulty &&
    request.length === length &&
    request.audiobook === audiobook
  );
}

/** The first day of the month so many months after the one of `at`, in whatever year. */
function monthAfter(at: number, months: number): string {
  const now = new Date(at);
  const month = now.getUTCMonth() + months;
  return `${now.getUTCFullYear() + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-01`;
}
