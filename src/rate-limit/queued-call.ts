import type { Phase, StoryKind } from "./durations.ts";

/**
 * What a call is for. A creation is a paid start; a first read may begin an audiobook, which may be one as well; `quote` is any question about
 * prices; `read` is any other read.
 */
export const callKinds = ["create", "firstRead", "quote", "read", "export"] as const;

export type CallKind = (typeof callKinds)[number];

/** What the rate limiter knows of a story that is followed. Times are monotonic, in ms. */
export interface StoryState {
  readonly kind: StoryKind;
  phase: Phase;
  /** When the phase began; null where that was before this run. */
  since: number | null;
  /** The last read that found it still in its phase. */
  lastReadAt: number | null;
}

/** One call that somebody wants to make, from the wish to its end. */
export interface QueuedCall {
  readonly kind: CallKind;
  /** The story that a read is about, where its time depends on it. */
  readonly story: StoryState | null;
  state: "waiting" | "running" | "over";
  begunAt: number;
  takesStart: boolean;
  /** A read that goes although the starts are spent, to learn whether narrations count. */
  probes: boolean;
}
