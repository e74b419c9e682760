import type { Rate } from "../../shared/duration.ts";

/** The limits that an intention must still fit when it is written, in either store. */
export interface CreationGuard {
  readonly credits: Ceilings;
  /**
   * Paid starts by all machines: creations not proven absent, and audiobooks started. Null: not limited. A database checks them by its own
   * clock; a file has a single holder, whose rate limiter knows them all.
   */
  readonly starts: StartsGuard | null;
}

/** The most that may be committed, in credits. Null: no such ceiling. */
export interface Ceilings {
  /** For the intention's edition. */
  readonly edition: number;
  /** For the UTC month that the intention counts in, across editions. */
  readonly month: number | null;
  /** For this run: `--max-credits`. */
  readonly run: number | null;
}

export interface StartsGuard extends Rate {
  /** False if the service is known not to count starting an audiobook as a paid start. */
  readonly withNarrations: boolean;
}
