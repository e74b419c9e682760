import type { Rate } from "../shared/duration.ts";

/**
 * What an intention must still fit into at the moment it is written. A store that several machines share checks it in the transaction that
 * writes, from what stands in the store itself.
 */
export interface CreationGuard {
  /** The most that may be committed in the intention's edition, and in the UTC month of its writing. In credits; null: no such ceiling. */
  readonly credits: { readonly edition: number; readonly month: number | null };
  /** Paid starts, of whichever machine: creations that are not proven absent, and audiobooks that were started. Null: not limited. */
  readonly starts: StartsGuard | null;
}

export interface StartsGuard extends Rate {
  /** False where the service is known to take the start of an audiobook for none. */
  readonly withNarrations: boolean;
}
