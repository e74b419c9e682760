import type { Heard } from "./place.ts";
import type { Spoken } from "./reference.ts";
import { frameMs } from "./signal/features.ts";
import { coarser, partOf, type Track } from "./track.ts";
import { diagonalBand, warp } from "./warp.ts";

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

/** Each text's cost in its place, relative to the cost of texts of similar length there; in a recording of something else, most fit hardly better. */
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

/** How much longer each text is in the recording than in the reference, relative to the median: 1 is the median. */
export function durationRatiosOf(
  heard: readonly (Heard | null)[],
  spoken: readonly (Spoken | null)[],
): (number | null)[] {
  const raw = heard.map((one, index) => {
    const said = spoken[index];
    return one === null || said == null
      ? null
      : (one.endMs - one.startMs) / ((said.to - said.from) * frameMs);
  });
  const middle = median(raw.filter((ratio) => ratio !== null));
  return raw.map((ratio) => (ratio === null ? null : ratio / Math.max(middle, 1e-6)));
}

/** How far each known ratio is from the median, as an absolute logarithm; 0.1 is a difference of about a tenth. */
export function deviationsOf(ratios: readonly (number | null)[]): number[] {
  return ratios.flatMap((ratio) => (ratio === null ? [] : Math.abs(Math.log(Math.max(ratio, 1e-3)))));
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
