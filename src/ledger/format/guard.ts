import type { Rate } from "../../shared/duration.ts";

/** What an intention must still fit into at the moment it is written, whatever keeps the ledger. */
export interface CreationGuard {
  readonly credits: Ceilings;
  /**
   * Paid starts, of whichever machine: creations that are not proven absent, and audiobooks that were started. Null: not limited. A database
   * checks them by its own clock; a file has one holder, whose rate limiter knows them all.
   */
  readonly starts: StartsGuard | null;
}

/** The most that may be committed. In credits; null: no such ceiling. */
export interface Ceilings {
  /** In the intention's edition. */
  readonly edition: number;
  /** In the UTC month that the intention counts in, across editions. */
  readonly month: number | null;
  /** By the intention's own run: `--max-credits`. */
  readonly run: number | null;
}

export interface StartsGuard extends Rate {
  /** False where the service is known to take the start of an audiobook for none. */
  readonly withNarrations: boolean;
}
