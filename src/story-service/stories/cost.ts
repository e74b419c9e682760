import { assertNever } from "../../shared/world.ts";
import type { StoryRow } from "./states.ts";

/** Where the credits are that a story reserved: what was charged and kept, what is still held, and what went back. */
export interface Cost {
  readonly writing: number;
  readonly audiobook: number;
  readonly held: number;
  /** Held once, and let go without a charge. */
  readonly released: number;
  /** Charged once, and given back. */
  readonly refunded: number;
}

export type Priced = Pick<StoryRow, "status" | "writingCredits" | "audiobookCredits" | "charged">;

/** What a story has cost so far, read from its state alone: each move of the state machine takes its money along. */
export function costOf({ status, writingCredits, audiobookCredits, charged }: Priced): Cost {
  const nothing = { writing: charged, audiobook: 0, held: 0, released: 0, refunded: 0 };
  switch (status) {
    case "writing":
      return { ...nothing, held: writingCredits + audiobookCredits };
    case "ready":
      return { ...nothing, held: audiobookCredits };
    case "making_audiobook":
    case "done":
      return { ...nothing, audiobook: audiobookCredits };
    case "failed":
    case "canceled":
      return charged === 0
        ? { ...nothing, released: writingCredits + audiobookCredits }
        : { ...nothing, refunded: audiobookCredits };
    default:
      return assertNever(status);
  }
}
