import type { Heard } from "./place.ts";
import type { Spoken } from "./reference.ts";
import { frameMs } from "./signal/features.ts";
import { diagonalBand } from "./warp/band.ts";
import { coarser, partOf, type Track } from "./warp/track.ts";
import { warp } from "./warp/warp.ts";

/** The part of the reference that belongs to each text, up to where the next one begins; null for texts that were not spoken. */
export function piecesOf(reference: Track, spoken: readonly (Spoken | null)[]): (Track | null)[] {
  const starts = spoken.map((one) => one?.from ?? null);
  return starts.map((from, index) => {
    if (from === null) return null;
    const to = starts.slice(index + 1).find((start) => start !== null) ?? reference.frames;
    return partOf(reference, from, to);
  });
}

/** How many other texts each stretch of the recording is compared with. */
const othersCompared = 4;

/** Downsampling factor for the comparison. */
const factor = 2;

/** Shorter stretches say too little. */
const shortestFrames = 20;

/** What a recording is compared with, and what the path says of each text. */
export interface Paired {
  readonly recording: Track;
  readonly reference: Track;
  readonly spoken: readonly (Spoken | null)[];
  readonly heard: readonly (Heard | null)[];
}

/**
 * What the stretches of the recording cost with the texts that the path gave them, as a share of what they cost with other texts of about the same
 * length. The others have the same voice and pace but say something else: in a recording of something else, the texts of the path fit hardly better.
 */
export function costAgainstOthers({ recording, reference, spoken, heard }: Paired): number {
  const texts = piecesOf(reference, spoken).flatMap((piece, index) => {
    const one = heard[index];
    if (piece === null || one == null) return [];
    return [{ from: Math.floor(one.startMs / frameMs), piece: coarser(piece, factor) }];
  });
  const byLength = texts.map(({ piece }) => piece).toSorted((a, b) => a.frames - b.frames);
  let own = 0;
  let others = 0;
  for (const [index, { from, piece }] of texts.entries()) {
    const until = texts[index + 1]?.from ?? recording.frames;
    const alike = nearestInLength(piece, byLength);
    if (until - from < shortestFrames || alike.length === 0) continue;
    const stretch = coarser(partOf(recording, from, until), factor);
    own += costOf(stretch, piece);
    others += alike.reduce((sum, other) => sum + costOf(stretch, other), 0) / alike.length;
  }
  return others === 0 ? 1 : own / others;
}

function nearestInLength(piece: Track, byLength: readonly Track[]): Track[] {
  const at = byLength.indexOf(piece);
  const first = Math.max(0, Math.min(at - othersCompared / 2, byLength.length - 1 - othersCompared));
  return byLength.slice(first, first + othersCompared + 1).filter((other) => other !== piece);
}

function costOf(stretch: Track, piece: Track): number {
  return warp(stretch, piece, diagonalBand(stretch.frames, piece.frames, piece.frames)).cost;
}
