import { type Ceilings, exceededBy } from "../ledger/format/ceilings.ts";
import type { Job } from "../plan/plan.ts";
import type { Phase } from "../rate-limit/durations.ts";
import type { Forecast, Remaining, Stage } from "../rate-limit/forecast.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import type { Bill } from "./bill.ts";
import type { Order, PlannedLesson } from "./lesson.ts";
import type { Work } from "./work.ts";

/** Everything still to be made: stories that are not created yet by their job, existing ones by their id. */
export type RemainingWork = Map<string, Remaining>;

/** A story that is not created yet. */
export function toCreate({ request }: Job, since: number): Remaining {
  return { kind: request, stage: request.audiobook ? "toNarrate" : "toWrite", since };
}

export function stageIn(phase: Phase, wantsBook: boolean): Stage {
  if (phase === "narrating") return "narrating";
  return wantsBook ? "waiting" : "writing";
}

/** When a run that starts now would finish, given what the ledger remembers of the account. */
export function forecastWork(
  { orders, toFollow, orphans }: Work,
  { rateLimiter, at }: { rateLimiter: RateLimiter; at: number },
): Forecast {
  // The progress of an existing story is known only after its first read; until then assume it is at the start.
  const existing = [...toFollow, ...orphans].map(({ attempt: { intended } }) => {
    return { kind: intended.request, stage: stageIn("writing", intended.request.audiobook), since: at };
  });
  const remaining = [...orders.map(({ lesson }) => toCreate(lesson.job, at)), ...existing];
  return rateLimiter.forecast(remaining);
}

/** The orders that the edition's budget would cover, but that exceed what is left of this month's budget. */
export interface BeyondThisMonth {
  readonly jobs: number;
  readonly credits: number;
  /** How many of the orders are covered, counted from the first. */
  readonly covered: number;
  /** The value for `--first` that selects what is covered, including lessons that need no purchase; null if it would buy nothing. */
  readonly first: number | null;
  readonly limit: number;
}

/** What the month's budget doesn't cover; null if it covers everything. `chosen`: the lessons that `--first` counts. */
export function beyondThisMonth(
  orders: readonly Order[],
  { bill, ceilings, chosen }: { bill: Bill; ceilings: Ceilings; chosen: readonly PlannedLesson[] },
): BeyondThisMonth | null {
  const { limit, committed } = ceilings.month;
  if (limit === null) return null;
  const prices = bill.stories.map(({ credits }) => credits);
  const covered = countWithin(prices, limit - committed);
  // Waiting doesn't help with what the edition's own budget, or a whole month's, can't pay for.
  const paid = countWithin(prices, ceilings.edition.limit - ceilings.edition.committed);
  const next = orders.slice(0, paid)[covered];
  if (next === undefined || (prices[covered] ?? 0) > limit) return null;
  const waiting = prices.slice(covered, paid);
  const exceeded = exceededBy(sum(prices.slice(0, covered)), ceilings, null).map(({ ceiling }) => ceiling);
  const mayChoose = covered > 0 && !exceeded.includes("edition") && !exceeded.includes("run");
  const first = mayChoose ? chosen.findIndex(({ job }) => job.id === next.lesson.job.id) : null;
  return { jobs: waiting.length, credits: sum(waiting), covered, first, limit };
}

function countWithin(prices: readonly number[], amount: number): number {
  let left = amount;
  const beyond = prices.findIndex((price) => {
    left -= price;
    return left < 0;
  });
  return beyond === -1 ? prices.length : beyond;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
