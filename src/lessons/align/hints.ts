import type { Hint } from "./alignment.ts";
import { type Paired, piecesOf } from "./fit.ts";
import { frameMs } from "./signal/features.ts";
import { coarser, joinTracks, partOf, type Track } from "./track.ts";
import { diagonalBand, warp } from "./warp.ts";

/** Downsampling factor for comparing a few sentences. */
const hintFactor = 2;

/** How many neighbours on each side are included in the comparison. */
const around = 1;

/** A sentence is suspected missing below this share of its usual time, and repeated above the other share. */
const passedOver = 0.55;
const heardTwice = 1.6;

/** Two sentences are suspected swapped if one costs this many times the median, or its duration ratio is this many times off. */
const worse = 1.06;
const oddRatio = 1.25;

/** The other order's cost must be below this share of the written one's: close to 1 where the duration ratio is evidence, too. */
const betterBy = { missing: 0.995, repeated: 0.995, swapped: 0.965 } as const;

interface Followed extends Paired {
  readonly ratios: readonly (number | null)[];
  /** Each sentence's cost relative to the median: 1 is the median, more is worse. */
  readonly costs: readonly (number | null)[];
}

type Found = Hint & { readonly gain: number };

/** Wherever the duration ratio or the fit is odd, the neighbours are aligned in the suspected order; if that fits better, it becomes a hint. */
export function hintsOf(followed: Followed): Hint[] {
  const pieces = piecesOf(followed.reference, followed.spoken);
  const found = guessesIn(followed).flatMap((guess) => judged(guess, pieces, followed) ?? []);
  return withoutNeighbours(found);
}

type Guess = Pick<Hint, "kind" | "sentence">;

function guessesIn({ ratios, costs }: Followed): Guess[] {
  return ratios.flatMap((ratio, sentence): Guess[] => {
    if (ratio === null) return [];
    const isOdd = [sentence, sentence + 1].some((at) => {
      const oddness = Math.abs(Math.log(Math.max(ratios[at] ?? 1, 1e-3)));
      return (costs[at] ?? 1) > worse || oddness > Math.log(oddRatio);
    });
    return [
      ...(ratio < passedOver ? [{ kind: "missing", sentence } as const] : []),
      ...(ratio > heardTwice ? [{ kind: "repeated", sentence } as const] : []),
      ...(isOdd && ratios[sentence + 1] != null ? [{ kind: "swapped", sentence } as const] : []),
    ];
  });
}

function judged(
  { kind, sentence }: Guess,
  pieces: readonly (Track | null)[],
  { heard, recording }: Followed,
): Found | null {
  const last = sentence + (kind === "swapped" ? 1 : 0) + around;
  const first = Math.max(0, sentence - around);
  const numbers = pieces.flatMap((piece, at) => (piece !== null && at >= first && at <= last ? [at] : []));
  const start = Math.floor((heard[numbers[0] ?? 0]?.startMs ?? 0) / frameMs);
  const next = heard.slice(last + 1).find((one) => one !== null);
  const end = next == null ? recording.frames : Math.floor(next.startMs / frameMs);
  if (end - start < 4 * hintFactor || numbers.length < 2) return null;
  const stretch = coarser(partOf(recording, start, end), hintFactor);
  const costOf = (order: readonly number[]): number => {
    const reference = coarser(joinTracks(order.map((at) => pieces[at] as Track)), hintFactor);
    return warp(stretch, reference, diagonalBand(stretch.frames, reference.frames, reference.frames)).cost;
  };
  const asWritten = costOf(numbers);
  const cost = costOf(orderOf({ kind, sentence }, numbers));
  if (cost >= asWritten * betterBy[kind]) return null;
  return { kind, sentence, atMs: heard[sentence]?.startMs ?? start * frameMs, gain: asWritten / cost };
}

/** The order in which the sentences would be heard if the guess were right. */
function orderOf({ kind, sentence }: Guess, numbers: readonly number[]): number[] {
  const at = numbers.indexOf(sentence);
  const [before, after] = [numbers.slice(0, at), numbers.slice(at + 1)];
  if (kind === "missing") return [...before, ...after];
  if (kind === "repeated") return [...before, sentence, sentence, ...after];
  const [next, ...rest] = after;
  return next === undefined ? [...numbers] : [...before, next, sentence, ...rest];
}

/** Hints that are at most this many sentences apart have the same cause. */
const apart = 2;

function withoutNeighbours(hints: readonly Found[]): Hint[] {
  const kept: Found[] = [];
  for (const hint of hints.toSorted((a, b) => b.gain - a.gain)) {
    if (kept.every(({ sentence }) => Math.abs(sentence - hint.sentence) > apart)) kept.push(hint);
  }
  return kept
    .toSorted((a, b) => a.sentence - b.sentence)
    .map(({ kind, sentence, atMs }) => ({ kind, sentence, atMs }));
}
