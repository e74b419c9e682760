import type { Rate } from "../../shared/duration.ts";

/**
 * Milliseconds until one more is admitted under a sliding window; 0 if now. `blocking` is the time of the `count`-th latest admission, `undefined` if
 * there were fewer: while it is inside the window, the window is full. Exact: at any earlier moment the result is above 0, provided that nothing else
 * is admitted meanwhile.
 */
export function waitOf(blocking: number | undefined, { windowMs }: Rate, now: number): number {
  return blocking === undefined ? 0 : Math.max(0, blocking + windowMs - now);
}
