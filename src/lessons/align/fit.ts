import type { Heard } from "./place.ts";
import type { Spoken } from "./reference.ts";
import { frameMs } from "./signal/features.ts";
import { diagonalBand } from "./warp/band.ts";
import { coarser, partOf, type Track } from "./warp/track.ts";
import { warp } from "./warp/warp.ts";

/** The part of the reference that belongs to each text, up to the beginning of the next text; null for texts that were not spoken. */
export function piecesOf(reference: Track, spoken: readonly (Spoken | null)[]): (Track | null)[] {
  const starts = spoken.map((one) => one?.from ?? null);
  return starts.map((from, index) => {
    if (from === null) return null;
    const to = starts.slice(index + 1).find((start) => start !== null) ?? reference.frames;
    return partOf(reference, from, to);
  });
}

/** How many other texts each text is compared with. */
const othersCompared = 4;

/** Downsampling factor for the comparison. */
const factor = 2;

/** A text that is given less than this fits worse than any other would. */
const shortestFrames = 20;
const unheard = 1.1;

/** A recording, its text, and when each part is heard according to the path. */
export interface Paired {
  readonly recording: Track;
  readonly reference: Track;
  readonly spoken: readonly (Spoken | null)[];
  readonly heard: readonly (Heard | null)[];
}

/**
 * For each text, the cost of matching its stretch of the recording with the text, as a share of the cost of matching the stretch with other texts of
 * about the same length. The other texts have the same voice and pace but different words: if the recording is of something else, most texts fit their
 * stretches hardly better than the others do.
 */
export function costsAgainstOthers({ recording, reference, spoken, heard }: Paired): number[] {
  const texts = piecesOf(reference, spoken).flatMap((piece, index) => {
    const one = heard[index];
    if (piece === null || one == null) return [];
    return [{ from: Math.floor(one.startMs / frameMs), piece: coarser(piece, factor) }];
  });
  const byLength = texts.map(({ piece }) => piece).toSorted((a, b) => a.frames - b.frames);
  return texts.map(({ from, piece }, index) => {
    const until = texts[index + 1]?.from ?? recording.frames;
    const others = nearestInLength(piece, byLength);
    if (until - from < shortestFrames || others.length === 0) return unheard;
    const stretch = coarser(partOf(recording, from, until), factor);
    const costs = others.map((other) => costOf(stretch, other));
    return costOf(stretch, piece) / (costs.reduce((sum, cost) => sum + cost) / costs.length);
  });
}

function nearestInLength(piece: Track, byLength: readonly Track[]): Track[] {
  const at = byLength.indexOf(piece);
  const first = Math.max(0, Math.min(at - othersCompared / 2, byLength.length - 1 - othersCompared));
  return byLength.slice(first, first + othersCompared + 1).filter((other) => other !== piece);
}

function costOf(stretch: Track, piece: Track): number {
  return warp(stretch, piece, diagonalBand(stretch.frames, piece.frames, piece.frames)).cost;
}
