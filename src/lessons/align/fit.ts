import type { Spoken } from "./reference.ts";
import { coarseFactor, coarsePath } from "./two-pass.ts";
import { coarser, joinTracks, partOf, type Track } from "./warp/track.ts";

/** The stretches of a reference that belong to each text: from its beginning to that of the next. What was not spoken has none. */
export function piecesOf(reference: Track, spoken: readonly (Spoken | null)[]): (Track | null)[] {
  const starts = spoken.map((one) => one?.from ?? null);
  return starts.map((from, index) => {
    if (from === null) return null;
    const to = starts.slice(index + 1).find((start) => start !== null) ?? reference.frames;
    return partOf(reference, from, to);
  });
}

/**
 * What aligning the recording with the same sentences in the opposite order costs. The same voices say the same sounds there, but not what was said:
 * a recording that costs no less with its own text does not say it.
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
