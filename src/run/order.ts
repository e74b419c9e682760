import type { MatchedJob } from "./match.ts";

/** One story to buy. */
export interface Order {
  readonly job: MatchedJob;
  /** The attempt that the user wants replaced: bought only while it is the job's current one. Null if there is none. */
  readonly replaces: string | null;
}
