import { overlapSamples } from "./encode-speech.ts";
import type { Recording } from "./recording.ts";

/** The levels of a stretch of a recording, from which it is known how loud its voice is. */
export interface Levels {
  /** The time of the first level, in ms. */
  readonly startMs: number;
  /** In dB, one for each 5 ms. */
  readonly levels: Float32Array;
  /** The level of its voice. */
  readonly voice: number;
}

const levelMs = 5;
const quietestDb = -100;

/** Where a recording is cut it must be this far below its voice: what is left of a sound there can't be heard. */
const quietDb = 25;

/** How exact the times of sentences are. */
const slackMs = 60;

/** The levels of a sound that begins at `startMs`. Pure. */
export function levelsOf(sound: Float32Array, rate: number, startMs: number): Levels {
  const block = (rate * levelMs) / 1_000;
  const levels = Float32Array.from({ length: Math.floor(sound.length / block) }, (_, index) => {
    const own = sound.subarray(Math.floor(index * block), Math.floor((index + 1) * block));
    const power = own.reduce((sum, sample) => sum + sample ** 2, 0) / own.length;
    return Math.max(quietestDb, 10 * Math.log10(power + 1e-12));
  });
  const sorted = levels.slice().sort();
  return { startMs, levels, voice: sorted[Math.floor(0.9 * (sorted.length - 1))] ?? quietestDb };
}

/**
 * The frame at which a recording can be cut between two sentences: one from which it is quiet for as long as frames overlap, nearest to the
 * middle of the pause. Null if there is none. Pure.
 */
export function quietFrame(
  recording: Pick<Recording, "indexAt" | "msAt" | "frames" | "kind">,
  pause: { readonly fromMs: number; readonly toMs: number },
  known: Levels,
): number | null {
  const overlapMs = (overlapSamples / recording.kind.rate) * 1_000;
  const [first, last] = [
    recording.indexAt(pause.fromMs - slackMs),
    recording.indexAt(pause.toMs + slackMs - overlapMs),
  ];
  const middle = (pause.fromMs + pause.toMs - overlapMs) / 2;
  let best: number | null = null;
  for (let index = first; index <= last && index <= recording.frames.length; index += 1) {
    const ms = recording.msAt(index);
    if (loudest(known, ms, ms + overlapMs) > known.voice - quietDb) continue;
    if (best === null || Math.abs(ms - middle) < Math.abs(recording.msAt(best) - middle)) best = index;
  }
  return best;
}

/** The loudest level between two times; what is outside of the recording is silent. */
function loudest({ startMs, levels }: Levels, fromMs: number, toMs: number): number {
  const [from, to] = [(fromMs - startMs) / levelMs, (toMs - startMs) / levelMs];
  return levels
    .subarray(Math.max(0, Math.floor(from)), Math.max(0, Math.ceil(to)))
    .reduce((most, level) => Math.max(most, level), quietestDb);
}
