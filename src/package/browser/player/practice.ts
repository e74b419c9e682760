import type { Part } from "./parts.ts";

/** The modes of practice, which can be combined: repeat each part; pause after each part so that the learner can say it. */
export interface Practice {
  readonly repeat: boolean;
  readonly shadow: boolean;
}

/** The next step after the end of a part. */
export interface Step {
  /** The index of the next part. */
  readonly next: number;
  /** The pause before it, in seconds. */
  readonly pause: number;
}

const shortestPauseSeconds = 1.5;
// Learners need time to begin, and speak more slowly than the voice.
const readySeconds = 0.6;
const slowness = 1.2;

/** How long a learner needs to say a part played at this speed, in seconds. */
export function pauseFor({ start, end }: Part, speed: number): number {
  return Math.max(shortestPauseSeconds, readySeconds + (slowness * (end - start)) / speed);
}

/** The step after a part; null if the sound just continues. */
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
