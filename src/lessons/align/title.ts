import { piecesOf } from "./fit.ts";
import type { Spoken } from "./reference.ts";
import { diagonalBand } from "./warp/band.ts";
import { coarser, joinTracks, partOf, type Track } from "./warp/track.ts";
import { warp } from "./warp/warp.ts";

/** Downsampling factor for the comparison. */
const factor = 2;

/** How many texts, the title included, are compared with the beginning of the recording. */
const titleAmong = 3;

/**
 * If the title is read aloud, the text with it costs less than without (0.86 to 1.00, of people who act up to 1.01); if not, more (1.00 to 1.09, mostly
 * 1.01 and up).
 */
const titleCosts = 1.005;

/** Recordings are slower than the reference and begin with silence. */
const headShare = 1.2;

/** Whether the recording begins with its first text, the title, or with the second: whichever fits the beginning better. */
export function beginsWithTitle(
  recording: Track,
  reference: Track,
  spoken: readonly (Spoken | null)[],
): boolean {
  const pieces = piecesOf(reference, spoken);
  const [title, ...others] = pieces.slice(0, titleAmong);
  const rest = others.filter((piece) => piece !== null);
  if (title == null) return false;
  if (rest.length === 0) return true;
  const whole = coarser(joinTracks([title, ...rest]), factor);
  const head = coarser(partOf(recording, 0, Math.ceil(whole.frames * factor * headShare)), factor);
  const costOf = (track: Track): number =>
    warp(head, track, diagonalBand(head.frames, track.frames, Math.max(head.frames, track.frames)), {
      freeEnd: true,
    }).cost;
  return costOf(whole) <= costOf(coarser(joinTracks(rest), factor)) * titleCosts;
}
