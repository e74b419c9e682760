import type { EventOf } from "./event.ts";
import type { Month } from "./month.ts";

/**
 * Running totals over all attempts, so that checking an intention takes constant time however long the ledger. Amounts are whole millionths
 * of a credit, whose sum doesn't depend on the order.
 */
export interface Totals {
  /** Amounts committed by edition, by month and by run. */
  readonly editions: ReadonlyMap<string, number>;
  readonly months: ReadonlyMap<Month, number>;
  readonly runs: ReadonlyMap<string, number>;
  readonly spent: number;
  readonly held: number;
  /** The part of `held` for attempts of unknown outcome. */
  readonly uncertain: number;
  /** The newest month in which an intention was recorded. */
  readonly newestMonth: Month | null;
}

/**
 * Observed charges of the ledger's own stories since a quote showed the account's balance. In millionths of a credit. The service may have
 * charged a story that was in progress then before or after that quote; every other charge came after it.
 */
export interface ChargesSince {
  readonly quote: Pick<EventOf<"quote.received">, "seq" | "at" | "balance">;
  /** The known cost of all stories at that time. */
  readonly spentBefore: number;
  readonly certain: number;
  /** For each attempt in progress at that time: its story's known cost then and now. */
  readonly onTheirWay: ReadonlyMap<string, { readonly before: number; readonly now: number }>;
}

/** Checks the ledger against the account's balance, which every quote shows and which falls whoever spends. */
export interface BalanceWitness {
  readonly sinceQuote: ChargesSince | null;
  /** Since the newest balance that a run has accounted for; null if no run has. */
  readonly sinceAccounted: ChargesSince | null;
}
