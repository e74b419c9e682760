import { type Features, loudnessMs } from "./signal/features.ts";

/** A stretch of a recording in which nobody speaks, in ms. */
export interface Pause {
  readonly from: number;
  readonly to: number;
}

/** What is shorter may be the closing of a consonant. */
const shortestPauseMs = 150;

/** The share of what lies between the quietest and the loudest that still counts as silence. */
const silentShare = 0.3;

/** Below the voice by so many dB everything is silence, whatever else there is: files often begin with digital silence. */
const deepestDb = 50;

/** The clear pauses of a recording, in their order, those at its beginning and its end too. */
export function pausesIn({ loudness }: Features): Pause[] {
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
