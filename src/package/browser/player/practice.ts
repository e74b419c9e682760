import type { Part } from "./parts.ts";

/** How a learner practises: each part again and again, each followed by a pause to say it, or both. */
export interface Practice {
  readonly repeat: boolean;
  readonly shadow: boolean;
}

/** What follows a part that was heard whole. */
export interface Step {
  /** The number of the part that is heard next. */
  readonly next: number;
  /** How long the learner has before it, in seconds. */
  readonly pause: number;
}

const shortestPauseSeconds = 1.5;
// A learner begins later than the voice, and speaks more slowly.
const readySeconds = 0.6;
const slowness = 1.2;

/** How long a learner needs to say a part that was heard at a speed, in seconds. */
export function pauseFor({ start, end }: Part, speed: number): number {
  return Math.max(shortestPauseSeconds, readySeconds + (slowness * (end - start)) / speed);
}

/** What follows a part; null where the sound just runs on. */
export function stepAfter(
  parts: readonly Part[],
  index: number,
  { repeat, shadow, speed }: Practice & { readonly speed: number },
): Step | null {
  const part = parts[index];
  const next = repeat ? index : index + 1;
  if (part === undefined || !(repeat || shadow) || next >= parts.length) return null;
  return { next, pause: shadow ? pauseFor(part, speed) : 0 };
}
