import type { Spoken } from "./reference.ts";
import { type Features, frameMs, loudnessMs } from "./signal/features.ts";
import type { Path } from "./warp.ts";

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

/** A start moves to the end of the clear pause that it is in or near, an end to its beginning. Afterwards nothing overlaps. */
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

/** A stretch of a recording without speech, in ms. */
export interface Pause {
  readonly from: number;
  readonly to: number;
}

/** Anything shorter may be the closure of a consonant. */
const shortestPauseMs = 150;

/** Share of the range from the quietest to the loudest that counts as silence. */
const silentShare = 0.3;

/** Anything this many dB below the voice is silence, because files often begin with digital silence. */
const deepestDb = 50;

/** The clear pauses of a recording in order, including those at its beginning and end. */
export function pausesIn({ loudness }: Pick<Features, "loudness">): Pause[] {
  const limit = silenceOf(loudness);
  const pauses: Pause[] = [];
  let from: number | null = null;
  for (let at = 0; at <= loudness.length; at++) {
    const isSilent = at < loudness.length && (loudness[at] as number) < limit;
    if (isSilent) {
      from ??= at;
      continue;
    }
    if (from !== null && (at - from) * loudnessMs >= shortestPauseMs) {
      pauses.push({ from: from * loudnessMs, to: at * loudnessMs });
    }
    from = null;
  }
  return pauses;
}

function silenceOf(loudness: Float32Array): number {
  const sorted = loudness.slice().sort();
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const voice = at(0.9);
  const floor = Math.max(at(0.05), voice - deepestDb);
  return floor + silentShare * (voice - floor);
}
