import { assertNever } from "../../shared/world.ts";
import type { StoryRow } from "./states.ts";

/** What became of the credits that a story reserved: charged, still held, or returned. */
export interface Cost {
  readonly writing: number;
  readonly audiobook: number;
  readonly held: number;
  /** Held, then released without a charge. */
  readonly released: number;
  /** Charged, then refunded. */
  readonly refunded: number;
}

export type Priced = Pick<StoryRow, "status" | "writingCredits" | "audiobookCredits" | "charged">;

/** What a story has cost so far, from its state alone, since every transition moves its money too. */
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
