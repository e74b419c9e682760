import type { Pause } from "./pauses.ts";
import type { Spoken } from "./reference.ts";
import { frameMs } from "./signal/features.ts";
import type { Path } from "./warp/path.ts";

/** When a sentence is heard, in ms from the beginning of the recording. */
export interface Heard {
  readonly startMs: number;
  readonly endMs: number;
}

/** The farthest pause that a border may be moved to. */
const reachMs = 300;

/** When each text of the reference is heard according to the path; null for texts that were not spoken. */
export function heardAlong(path: Path, spoken: readonly (Spoken | null)[]): (Heard | null)[] {
  const firstRow = rowsByColumn(path);
  return spoken.map((one) =>
    one === null
      ? null
      : { startMs: firstRow(one.from) * frameMs, endMs: (firstRow(one.to - 1) + 1) * frameMs },
  );
}

/** Maps a frame of the reference to the first frame of the recording that reaches it. */
function rowsByColumn({ first, last }: Path): (column: number) => number {
  return (column) => {
    let low = 0;
    let high = first.length - 1;
    // Binary search for the first row that reaches the column: rows only increase.
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((last[middle] as number) >= column) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

/**
 * Moves the times of sentences to clear pauses: a start moves to the end of the pause that it is in, or of a nearby one; an end moves to the beginning
 * of such a pause. Where there is no pause, the time that the path gave is kept. Afterwards nothing overlaps, and no sentence ends before it begins.
 */
export function snapped(heard: readonly (Heard | null)[], pauses: readonly Pause[]): (Heard | null)[] {
  let before = 0;
  return heard.map((one) => {
    if (one === null) return null;
    const at = nearestPause(one.startMs, pauses);
    const after = nearestPause(one.endMs, pauses);
    const startMs = Math.max(before, at?.to ?? one.startMs);
    const endMs = Math.max(startMs, after === null || after.from <= startMs ? one.endMs : after.from);
    before = endMs;
    return { startMs, endMs };
  });
}

function nearestPause(ms: number, pauses: readonly Pause[]): Pause | null {
  let best: Pause | null = null;
  let least = reachMs;
  for (const pause of pauses) {
    const distance = Math.max(pause.from - ms, ms - pause.to, 0);
    if (distance > least) continue;
    if (distance === least && best !== null) continue;
    best = pause;
    least = distance;
  }
  return best;
}
