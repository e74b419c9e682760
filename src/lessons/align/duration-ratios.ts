import type { Heard } from "./place.ts";
import type { Spoken } from "./reference.ts";
import { frameMs } from "./signal/features.ts";

/** How much longer each text is in the recording than in the reference, relative to the median: 1 is the median. */
export function durationRatiosOf(
  heard: readonly (Heard | null)[],
  spoken: readonly (Spoken | null)[],
): (number | null)[] {
  const raw = heard.map((one, index) => {
    const said = spoken[index];
    return one === null || said == null
      ? null
      : (one.endMs - one.startMs) / ((said.to - said.from) * frameMs);
  });
  const middle = median(raw.filter((ratio) => ratio !== null));
  return raw.map((ratio) => (ratio === null ? null : ratio / Math.max(middle, 1e-6)));
}

/** How far each known ratio is from the median, as an absolute logarithm; 0.1 is a difference of about a tenth. */
export function deviationsOf(ratios: readonly (number | null)[]): number[] {
  return ratios.flatMap((ratio) => (ratio === null ? [] : Math.abs(Math.log(Math.max(ratio, 1e-3)))));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
