import type { Phase, StoryKind } from "./durations.ts";

/**
 * The purpose of a call. A creation is a paid start; a first read may start an audiobook, which may be one too; `quote` is any query about
 * prices; `read` is any other read.
 */
export const callKinds = ["create", "firstRead", "quote", "read", "export"] as const;

export type CallKind = (typeof callKinds)[number];

/** What is known of a followed story. Times are monotonic, in ms. */
export interface StoryState {
  readonly kind: StoryKind;
  phase: Phase;
  /** When the phase started; null if before this run. */
  since: number | null;
  /** The last read that found it still in its phase. */
  lastReadAt: number | null;
}

/** A call waiting for its permit or in progress. */
export interface QueuedCall {
  readonly kind: CallKind;
  /** The story to read, if the call's time depends on it. */
  readonly story: StoryState | null;
  isWaiting: boolean;
  begunAt: number;
  takesStart: boolean;
  /** A read sent although the starts are used up, to learn whether narrations count. */
  probes: boolean;
}

/** The first call that was not withdrawn. */
export function firstWaiting(queue: QueuedCall[]): QueuedCall | undefined {
  while (queue[0]?.isWaiting === false) queue.shift();
  return queue[0];
}
