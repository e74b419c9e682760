import type { Rate } from "../../shared/duration.ts";

/**
 * Milliseconds until one more is admitted under a sliding window; 0 when it is now. `stamps` are the admitted ones, oldest first. Exact:
 * at any earlier moment the answer is above 0, provided that nothing else is admitted meanwhile.
 */
export function waitOf(stamps: readonly number[], { count, windowMs }: Rate, now: number): number {
  const live = stamps.filter((stamp) => stamp > now - windowMs);
  const blocking = live[live.length - count];
  return blocking === undefined ? 0 : blocking + windowMs - now;
}
