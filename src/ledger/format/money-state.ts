import type { EventOf } from "./event.ts";
import type { Month } from "./month.ts";

/**
 * What all attempts come to, kept up as events come, so that checking an intention takes no longer in a long ledger. All amounts in millionths
 * of a credit, whole numbers: they add up to the same in any order.
 */
export interface Totals {
  /** What is committed in each edition, in each month and by each run. */
  readonly editions: ReadonlyMap<string, number>;
  readonly months: ReadonlyMap<Month, number>;
  readonly runs: ReadonlyMap<string, number>;
  readonly spent: number;
  readonly held: number;
  /** The part of `held` that is for attempts of unknown outcome. */
  readonly uncertain: number;
  /** The newest month in which an intention was recorded. */
  readonly newestMonth: Month | null;
}

/**
 * What the ledger's own stories have been seen to cost since a quote showed the account's balance. In millionths of a credit. A story that was
 * on its way then may have been charged on either side of that quote; every other charge came after it.
 */
export interface ChargesSince {
  readonly quote: Pick<EventOf<"quote.received">, "seq" | "at" | "balance">;
  /** What all stories were known to have cost by then. */
  readonly spentBefore: number;
  readonly certain: number;
  /** Of each attempt on its way then: what its story was known to cost then, and what it is now. */
  readonly onTheirWay: ReadonlyMap<string, { readonly before: number; readonly now: number }>;
}

/** What watches the balance from outside: every quote shows it, whoever spends. */
export interface BalanceWitness {
  readonly sinceQuote: ChargesSince | null;
  /** Since the newest balance that a run has accounted for; null where no run has. */
  readonly sinceAccounted: ChargesSince | null;
}
