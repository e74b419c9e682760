import { type Ceilings, exceededBy } from "../ledger/format/ceilings.ts";
import type { Phase, StoryKind } from "../rate-limit/durations.ts";
import type { Ahead, AheadOfKind, Forecast } from "../rate-limit/forecast.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import type { Bill } from "./bill.ts";
import { type FollowedStory, factsOfStory, type Order, type PlannedLesson } from "./lesson.ts";
import type { Work } from "./work.ts";

/** How far a story has come, for forecasts. */
export type Stage = Exclude<keyof AheadOfKind, "kind" | "writingSince" | "narratingSince">;

type Counts = { -readonly [Name in Stage | "writingSince" | "narratingSince"]: number };

/** Everything still to be made, counted by kind and stage. */
export class RemainingWork {
  readonly #byKind = new Map<string, { readonly kind: StoryKind } & Counts>();

  /** Adds a story to a stage. `at`: monotonic, in ms. */
  enter(kind: StoryKind, stage: Stage, at: number): void {
    const counts = this.#of(kind);
    counts[stage] += 1;
    if (stage === "narrating") counts.narratingSince = at;
    else if (stage === "waiting" || stage === "writing") counts.writingSince = at;
  }

  leave(kind: StoryKind, stage: Stage): void {
    const counts = this.#of(kind);
    counts[stage] = Math.max(0, counts[stage] - 1);
  }

  get ahead(): Ahead {
    return [...this.#byKind.values()];
  }

  #of(kind: StoryKind): Counts {
    const name = `${kind.lang} ${kind.length}`;
    let counts = this.#byKind.get(name);
    if (counts === undefined) {
      counts = { kind: { lang: kind.lang, length: kind.length }, ...noCounts };
      this.#byKind.set(name, counts);
    }
    return counts;
  }
}

const noCounts: Counts = {
  toNarrate: 0,
  toWrite: 0,
  waiting: 0,
  writing: 0,
  narrating: 0,
  writingSince: 0,
  narratingSince: 0,
};

export function stageBefore({ audiobook }: { readonly audiobook: boolean }): "toNarrate" | "toWrite" {
  return audiobook ? "toNarrate" : "toWrite";
}

export function stageIn(phase: Phase, wantsBook: boolean): Stage {
  if (phase === "narrating") return "narrating";
  return wantsBook ? "waiting" : "writing";
}

/** The kind of a story, by the request that created it. */
export function kindOf(story: FollowedStory): StoryKind {
  const attempt = factsOfStory(story)?.attempt;
  const request = story.lesson.attempts.find((one) => one.attempt === attempt)?.intended.request;
  return { lang: request?.lang ?? "", length: request?.length ?? "" };
}

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
  const first = mayChoose ? chosen.indexOf(next.lesson) : null;
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
