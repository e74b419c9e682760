import { bandAlong, diagonalBand } from "./warp/band.ts";
import type { Path } from "./warp/path.ts";
import { coarser, type Track } from "./warp/track.ts";
import { warp } from "./warp/warp.ts";

/** Frames merged into one for the first pass: 80 ms. */
export const coarseFactor = 4;

/** The first pass searches a quarter of the length on each side, and at least this many frames: 32 s. */
const leastReach = 400;

/** The first pass stores two bits per pair: 12 MB. From a quarter of an hour on this narrows its search, in an hour to 40 s on each side. */
const mostPairs = 48_000_000;

/** The second pass searches this many frames on each side of the first pass's path: 3 s. */
const fineReach = 150;

/** The first pass alone: a rough path. */
function coarsePath(recording: Track, reference: Track): Path {
  const rows = recording.frames;
  const columns = reference.frames;
  const reach = Math.min(Math.max(leastReach, Math.ceil(columns / 4)), Math.floor(mostPairs / rows / 2));
  return warp(recording, reference, diagonalBand(rows, columns, reach));
}

/**
 * The path of a recording along its reference, found in two passes of increasing resolution (Müller, Mattes and Kurth, "An efficient
 * multiscale approach to audio synchronization", ISMIR 2006).
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
