import type { Hint } from "./alignment.ts";
import { piecesOf } from "./fit.ts";
import type { Heard } from "./place.ts";
import type { Reference, Spoken } from "./reference.ts";
import { frameMs } from "./signal/features.ts";
import { diagonalBand } from "./warp/band.ts";
import { coarser, joinTracks, partOf, type Track } from "./warp/track.ts";
import { warp } from "./warp/warp.ts";

/** Frames made into one where a few sentences are compared. */
const factor = 2;

/** So many sentences before and after one are compared with it. */
const around = 2;

/** What is so much slower or faster than its neighbours is looked at. */
const slowest = 1.45;
const fastest = 0.62;

/** Another order must fit so much better than the written one. */
const betterBy = 0.965;

/** What is heard of the text, as the path has it. */
export interface Followed {
  readonly recording: Track;
  readonly reference: Track;
  readonly spoken: Reference["spoken"];
  readonly heard: readonly (Heard | null)[];
  readonly paces: readonly (number | null)[];
}

/**
 * Where the recording seems to say something else than the text: a sentence left out, said twice, or changed with the next. Wherever the pace is
 * odd, the sentences around are tried in other orders, and one that fits clearly better than the written order is told.
 */
export function hintsOf(followed: Followed): Hint[] {
  const pieces = piecesOf(followed.reference, followed.spoken);
  const hints: (Hint & { readonly gain: number })[] = [];
  for (const [index, pace] of followed.paces.entries()) {
    if (pace === null || (pace < slowest && pace > fastest)) continue;
    const hint = hintAround(index, pieces, followed);
    if (hint !== null) hints.push(hint);
  }
  return withoutNeighbours(hints);
}

interface Guess {
  readonly kind: Hint["kind"];
  readonly sentence: number;
  readonly order: readonly number[];
}

function hintAround(
  index: number,
  pieces: readonly (Track | null)[],
  { heard, recording }: Followed,
): (Hint & { gain: number }) | null {
  const from = Math.max(0, index - around);
  const numbers = pieces.flatMap((piece, at) =>
    piece !== null && Math.abs(at - index) <= around ? [at] : [],
  );
  const start = (heard[from]?.startMs ?? 0) / frameMs;
  const next = heard.slice(index + around + 1).find((one) => one !== null);
  const end = next === undefined || next === null ? recording.frames : next.startMs / frameMs;
  if (end - start < 4 * factor) return null;
  const stretch = coarser(partOf(recording, start, end), factor);
  const costOf = (order: readonly number[]): number => {
    const reference = coarser(joinTracks(order.map((at) => pieces[at] as Track)), factor);
    return warp(stretch, reference, diagonalBand(stretch.frames, reference.frames, reference.frames)).cost;
  };
  const asWritten = costOf(numbers);
  let best: { guess: Guess; cost: number } | null = null;
  for (const guess of guessesAt(numbers, index)) {
    const cost = costOf(guess.order);
    if (cost < (best?.cost ?? asWritten * betterBy)) best = { guess, cost };
  }
  if (best === null) return null;
  const { kind, sentence } = best.guess;
  const atMs = heard[sentence]?.startMs ?? Math.round(start * frameMs);
  return { kind, sentence, atMs, gain: asWritten / best.cost };
}

/** Other orders of a few sentences: one left out, one twice, or two changed. What is at the border of the stretch stays. */
function guessesAt(numbers: readonly number[], index: number): Guess[] {
  return numbers.flatMap((sentence, at) => {
    if (Math.abs(sentence - index) > 1 || numbers.length < 2) return [];
    const before = numbers.slice(0, at);
    const after = numbers.slice(at + 1);
    const [next, ...rest] = after;
    const guesses: Guess[] = [
      { kind: "missing", sentence, order: [...before, ...after] },
      { kind: "repeated", sentence, order: [...before, sentence, sentence, ...after] },
    ];
    if (next !== undefined) {
      guesses.push({ kind: "swapped", sentence, order: [...before, next, sentence, ...rest] });
    }
    return guesses;
  });
}

/** Of hints about the same place the one that explains most. */
function withoutNeighbours(hints: readonly (Hint & { gain: number })[]): Hint[] {
  const kept: (Hint & { gain: number })[] = [];
  for (const hint of hints.toSorted((a, b) => b.gain - a.gain)) {
    if (kept.every(({ sentence }) => Math.abs(sentence - hint.sentence) > around)) kept.push(hint);
  }
  return kept
    .toSorted((a, b) => a.sentence - b.sentence)
    .map(({ kind, sentence, atMs }) => ({ kind, sentence, atMs }));
}

/** Whether the recording begins with its first text, the title, or with the second: by what fits its beginning better. */
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
  return costOf(whole) <= costOf(coarser(joinTracks(rest), factor));
}

/** The title and so many sentences are compared with the beginning of the recording. */
const titleAmong = 5;

/** Recordings are slower than the reference, and begin with silence. */
const headShare = 1.2;
