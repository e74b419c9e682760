import { bandAlong, diagonalBand } from "./warp/band.ts";
import type { Path } from "./warp/path.ts";
import { coarser, type Track } from "./warp/track.ts";
import { warp } from "./warp/warp.ts";

/** Frames that are made into one for the first pass: 80 ms. */
export const coarseFactor = 4;

/** The first pass looks a quarter of the length to each side, and no less than this: 32 s. */
const leastReach = 400;

/** The first pass keeps two bits for each pair that it looks at: 40 MB. */
const mostPairs = 160_000_000;

/** The second pass looks so far to each side of what the first has found: 3 s. */
const fineReach = 150;

/** The first pass alone: what goes with what, roughly. */
export function coarsePath(recording: Track, reference: Track): Path {
  const rows = recording.frames;
  const columns = reference.frames;
  const reach = Math.min(Math.max(leastReach, Math.ceil(columns / 4)), Math.floor(mostPairs / rows / 2));
  return warp(recording, reference, diagonalBand(rows, columns, reach));
}

/**
 * The path of a recording along its reference, in two passes of rising resolution (Müller, Mattes and Kurth, "An efficient multiscale approach to audio
 * synchronization", ISMIR 2006).
 */
export function twoPassPath(
  recording: Track,
  reference: Track,
): { readonly coarse: Path; readonly fine: Path } {
  const coarse = coarsePath(coarser(recording, coarseFactor), coarser(reference, coarseFactor));
  const size = { rows: recording.frames, columns: reference.frames };
  const fine = warp(
    recording,
    reference,
    bandAlong(coarse, size, { factor: coarseFactor, reach: fineReach }),
  );
  return { coarse, fine };
}
