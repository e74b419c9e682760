import type { Spoken } from "./reference.ts";
import { coarseFactor, coarsePath } from "./two-pass.ts";
import { coarser, joinTracks, partOf, type Track } from "./warp/track.ts";

/** The part of the reference that belongs to each text, up to where the next one begins; null for texts that were not spoken. */
export function piecesOf(reference: Track, spoken: readonly (Spoken | null)[]): (Track | null)[] {
  const starts = spoken.map((one) => one?.from ?? null);
  return starts.map((from, index) => {
    if (from === null) return null;
    const to = starts.slice(index + 1).find((start) => start !== null) ?? reference.frames;
    return partOf(reference, from, to);
  });
}

/**
 * The cost of aligning the recording with the same sentences in reverse order. That has the same voices and the same sounds but not the
 * same content: a recording whose own text costs no less is a recording of something else.
 */
export function costOfDisorder(
  recording: Track,
  reference: Track,
  spoken: readonly (Spoken | null)[],
): number {
  const pieces = piecesOf(reference, spoken).filter((piece) => piece !== null);
  const reversed = joinTracks(pieces.toReversed());
  return coarsePath(coarser(recording, coarseFactor), coarser(reversed, coarseFactor)).cost;
}
