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

/** So many sentences before and after those in question are compared with them. */
const around = 1;

/** A sentence that is left out is passed over in less than this share of its time, one that is heard twice takes more than so much. */
const passedOver = 0.55;
const heardTwice = 1.6;

/** Where two sentences change places, one of them fits so much worse than the middle of all, or its pace is this odd. */
const worse = 1.06;
const oddPace = 1.25;

/** Another order must fit so much better than the written one: little where the pace says the same, much where nothing else does. */
const betterBy = { missing: 0.995, repeated: 0.995, swapped: 0.965 } as const;

/** What is heard of the text, as the path has it. */
export interface Followed {
  readonly recording: Track;
  readonly reference: Track;
  readonly spoken: Reference["spoken"];
  readonly heard: readonly (Heard | null)[];
  readonly paces: readonly (number | null)[];
  /** How well each sentence fits beside the middle of all: 1 as well, more is worse. */
  readonly costs: readonly (number | null)[];
}

type Found = Hint & { readonly gain: number };

/**
 * Where the recording seems to say something else than the text: a sentence left out, said twice, or changed with the next. Wherever the pace or the fit is
 * odd, the sentences around are tried in that other order, and one that fits better than the written order is told.
 */
export function hintsOf(followed: Followed): Hint[] {
  const pieces = piecesOf(followed.reference, followed.spoken);
  const found = guessesIn(followed).flatMap((guess) => judged(guess, pieces, followed) ?? []);
  return withoutNeighbours(found);
}

type Guess = Pick<Hint, "kind" | "sentence">;

function guessesIn({ paces, costs }: Followed): Guess[] {
  return paces.flatMap((pace, sentence): Guess[] => {
    if (pace === null) return [];
    const isOdd = [sentence, sentence + 1].some((at) => {
      const oddness = Math.abs(Math.log(Math.max(paces[at] ?? 1, 1e-3)));
      return (costs[at] ?? 1) > worse || oddness > Math.log(oddPace);
    });
    return [
      ...(pace < passedOver ? [{ kind: "missing", sentence } as const] : []),
      ...(pace > heardTwice ? [{ kind: "repeated", sentence } as const] : []),
      ...(isOdd && paces[sentence + 1] != null ? [{ kind: "swapped", sentence } as const] : []),
    ];
  });
}

/** The guess, where it fits better than what is written. */
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
  if (end - start < 4 * factor || numbers.length < 2) return null;
  const stretch = coarser(partOf(recording, start, end), factor);
  const costOf = (order: readonly number[]): number => {
    const reference = coarser(joinTracks(order.map((at) => pieces[at] as Track)), factor);
    return warp(stretch, reference, diagonalBand(stretch.frames, reference.frames, reference.frames)).cost;
  };
  const asWritten = costOf(numbers);
  const cost = costOf(orderOf({ kind, sentence }, numbers));
  if (cost >= asWritten * betterBy[kind]) return null;
  return { kind, sentence, atMs: heard[sentence]?.startMs ?? start * frameMs, gain: asWritten / cost };
}

/** The order in which sentences would be heard by a guess. */
function orderOf({ kind, sentence }: Guess, numbers: readonly number[]): number[] {
  const at = numbers.indexOf(sentence);
  const [before, after] = [numbers.slice(0, at), numbers.slice(at + 1)];
  if (kind === "missing") return [...before, ...after];
  if (kind === "repeated") return [...before, sentence, sentence, ...after];
  const [next, ...rest] = after;
  return next === undefined ? [...numbers] : [...before, next, sentence, ...rest];
}

/** What is nearer has the same cause. */
const apart = 2;

/** Of hints about the same place the one that explains most. */
function withoutNeighbours(hints: readonly Found[]): Hint[] {
  const kept: Found[] = [];
  for (const hint of hints.toSorted((a, b) => b.gain - a.gain)) {
    if (kept.every(({ sentence }) => Math.abs(sentence - hint.sentence) > apart)) kept.push(hint);
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
  return costOf(whole) <= costOf(coarser(joinTracks(rest), factor)) * titleCosts;
}

/** So many texts, the title among them, are compared with the beginning of the recording. */
const titleAmong = 3;

/** With a title that is read the text costs at most as much as without (0.90 to 0.99); with one that is not, more (1.02 and up). */
const titleCosts = 1.005;

/** Recordings are slower than the reference, and begin with silence. */
const headShare = 1.2;
