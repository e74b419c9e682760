import type { Rate } from "../../shared/duration.ts";

/**
 * Milliseconds until one more is admitted under a sliding window; 0 when it is now. `blocking` is when the last but `count - 1` was
 * admitted (the very last one for a count of 1), `undefined` where there were fewer: while it is inside the window, the window is full.
 * Exact: at any earlier moment the answer is above 0, provided that nothing else is admitted meanwhile.
 */
export function waitOf(blocking: number | undefined, { windowMs }: Rate, now: number): number {
  return blocking === undefined ? 0 : Math.max(0, blocking + windowMs - now);
}
