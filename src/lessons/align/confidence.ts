import { median } from "./duration-ratios.ts";
import type { Heard } from "./place.ts";
import { frameMs } from "./signal/features.ts";
import type { Path } from "./warp/path.ts";

/** At this many times the median cost, a sentence's times are a guess. */
const worstCost = 1.4;

/** At this many times slower or faster than the median, a sentence's times are a guess. */
const worstRatio = 2.5;

/** The certainty of each text's times, from 0 to 1: how well it fits and how usual its duration ratio is, compared with the others. */
export function confidencesOf({
  costs,
  heard,
  ratios,
}: {
  readonly costs: readonly (number | null)[];
  readonly heard: readonly (Heard | null)[];
  readonly ratios: readonly (number | null)[];
}): number[] {
  return heard.map((one, index) => {
    const cost = costs[index];
    const ratio = ratios[index];
    if (one === null || cost == null || ratio == null || one.endMs <= one.startMs) return 0;
    const fit = sinking(cost, worstCost);
    const evenness = sinking(Math.exp(Math.abs(Math.log(Math.max(ratio, 1e-3)))), worstRatio);
    return Math.round(100 * fit * evenness) / 100;
  });
}

/** Each text's cost relative to the median: 1 is the median, more is worse. */
export function costsOf(path: Path, heard: readonly (Heard | null)[]): (number | null)[] {
  const costs = heard.map((one) => (one === null ? null : meanCost(path, one)));
  const middle = Math.max(median(costs.filter((cost) => cost !== null)), 1e-6);
  return costs.map((cost) => (cost === null ? null : cost / middle));
}

/** 1 at the usual value or better, falling to 0 at the worst. */
function sinking(value: number, worst: number): number {
  return Math.max(0, Math.min(1, (worst - value) / (worst - 1)));
}

function meanCost({ costs }: Path, { startMs, endMs }: Heard): number {
  const from = Math.floor(startMs / frameMs);
  const to = Math.min(costs.length, Math.max(from + 1, Math.ceil(endMs / frameMs)));
  let sum = 0;
  for (let at = from; at < to; at++) sum += costs[at] as number;
  return sum / Math.max(1, to - from);
}
