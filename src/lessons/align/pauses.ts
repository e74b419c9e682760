import { type Features, loudnessMs } from "./signal/features.ts";

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
