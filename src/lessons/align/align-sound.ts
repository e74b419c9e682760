import type { SentencePlace } from "../text/story-text.ts";
import { type Alignment, type Level, type Reason, withoutTimes } from "./alignment.ts";
import { costsAgainstOthers, deviationsOf, durationRatiosOf, median, type Paired, piecesOf } from "./fit.ts";
import { hintsOf } from "./hints.ts";
import { type Heard, heardAlong, pausesIn, snapped } from "./place.ts";
import type { Reference, Spoken } from "./reference.ts";
import { type Features, frameMs } from "./signal/features.ts";
import { coarser, joinTracks, partOf, type Track, trackOf } from "./track.ts";
import { diagonalBand, type Path, twoPassPath, warp } from "./warp.ts";

/** Downsampling factor for the comparison. */
const factor = 2;

/** How many texts, the title included, are compared with the beginning of the recording. */
const titleAmong = 3;

/** If the title is read aloud, the text with it costs 0.86 to 1.00 of what it costs without (up to 1.01 for actors); if not, mostly 1.01 or more. */
const titleCosts = 1.005;

/** Recordings are slower than the reference and begin with silence. */
const headShare = 1.2;

/** Whether the recording begins with its first text, the title, or with the second: whichever fits the beginning better. */
function beginsWithTitle(recording: Track, reference: Track, spoken: readonly (Spoken | null)[]): boolean {
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

export interface SoundAndText {
  readonly features: Features;
  readonly durationMs: number;
  /** The first text is the title, if there is one. */
  readonly reference: Reference;
  readonly hasTitle: boolean;
  readonly sentences: readonly SentencePlace[];
}

/** Shorter recordings are treated as silent. */
const shortestFrames = 25;

/** If more than this share of the path runs along the edge of its band, the alignment is rejected. */
const mostAtEdge = 0.02;

/**
 * A recording with no more advantage than this is refused: half-way between what a recording of something else has (0.2) and certainty (1). Whole stories of
 * synthetic voices have 0.94 and more, of people who act 0.6 to 1; other stories at most 0.5, or 0.55 if they tell the same plot and share a quarter of
 * their sentences. Fewer sentences say less: of six alone it is 0.75 and more, and up to 0.65.
 */
const refusedUpTo = 0.6;

/** Up to here too many sentences fit no better than wrong ones: only whole paragraphs are trusted. */
const paragraphsUpTo = 0.7;

/** Finds when each sentence is heard and how certain that is; rejects a text that does not fit. Pure. */
export function alignSound(given: SoundAndText): Alignment {
  const { features, durationMs, sentences } = given;
  if (features.frames < shortestFrames) return withoutTimes("no_sound", durationMs);
  const recording = trackOf(features);
  const whole = trackOf(given.reference.features);
  const { hasTitle } = given;
  const hearsTitle = hasTitle && beginsWithTitle(recording, whole, given.reference.spoken);
  const { reference, spoken } =
    hasTitle && !hearsTitle
      ? withoutFirst(whole, given.reference)
      : { reference: whole, spoken: given.reference.spoken };
  if (spoken.every((one) => one === null)) return withoutTimes("no_text", durationMs);
  const { coarse, fine } = twoPassPath(recording, reference);
  const heard = heardAlong(fine, spoken);
  const ratios = durationRatiosOf(heard, spoken);
  const judged = judge({
    advantage: advantageOfOrder({ recording, reference, spoken, heard }),
    atEdge: Math.max(coarse.atEdge, fine.atEdge),
  });
  if (judged.level === "none") return withoutTimes(judged.why ?? "unlike", durationMs);
  const costs = costsOf(fine, heard);
  const placed = snapped(heard, pausesIn(features));
  const confidences = confidencesOf({ costs, heard: placed, ratios });
  const first = hearsTitle ? 1 : 0;
  const hints = hintsOf({ recording, reference, spoken, heard, ratios, costs });
  return {
    ...judged,
    durationMs,
    title: hearsTitle ? (placed[0] ?? null) : null,
    sentences: sentences.flatMap(({ paragraph, from, to }, index) => {
      const times = placed[index + first];
      return times == null
        ? []
        : [
            {
              paragraph,
              from,
              to,
              ...inFile(times, durationMs),
              confidence: confidences[index + first] ?? 0,
            },
          ];
    }),
    hints: hints.flatMap((hint) =>
      hint.sentence < first ? [] : [{ ...hint, sentence: hint.sentence - first }],
    ),
  };
}

function judge({ advantage, atEdge }: { advantage: number; atEdge: number }): {
  level: Level;
  why: Reason | null;
} {
  if (advantage <= refusedUpTo) return { level: "none", why: "unlike" };
  if (atEdge > mostAtEdge) return { level: "none", why: "band_edge" };
  if (advantage <= paragraphsUpTo) return { level: "paragraphs", why: "uneven" };
  return { level: "sentences", why: null };
}

function withoutFirst(
  whole: Track,
  { spoken }: Reference,
): { reference: Track; spoken: Reference["spoken"] } {
  const start = spoken.slice(1).find((one) => one !== null)?.from ?? 0;
  return {
    reference: partOf(whole, start, whole.frames),
    spoken: spoken
      .slice(1)
      .map((one) => (one === null ? null : { from: one.from - start, to: one.to - start })),
  };
}

// The last frame may extend a little past the last sample.
function inFile({ startMs, endMs }: Heard, durationMs: number): Heard {
  return { startMs: Math.min(startMs, durationMs), endMs: Math.min(endMs, durationMs) };
}

/** How badly each text fits its stretch of the recording: by its cost, and by how unusual its pace is. */
type Misfits = Record<"costs" | "paces", readonly number[]>;

/** This share of the texts must fit: a story that shares many sentences with another one still differs in more than a fifth of them. */
const most = 0.8;

/**
 * How much better a recording fits its texts in their own order than in a wrong one: the share of the texts of disordered scripts that fit worse than four
 * fifths of the texts do in their places. The disordered scripts are aligned with the same recording in the same way, so voice, noise and language weigh on
 * both sides, and nothing is compared with a fixed measure: 1 is certain; a recording of something else has about 0.2, since one wrong script fits it like
 * another. It is a rank statistic (after Mann and Whitney, "On a test of whether one of two random variables is stochastically larger than the other",
 * 1947), of a quantile, because in a story with the beginning of another one the good half must not outweigh the other.
 */
function advantageOfOrder(paired: Paired): number {
  const own = misfitsOf(paired);
  const wrong = [reversed, halvesExchanged].map((disorder) => misfitsOf(disordered(paired, disorder)));
  const pooled: Misfits = {
    costs: wrong.flatMap(({ costs }) => costs),
    paces: wrong.flatMap(({ paces }) => paces),
  };
  const sums = sumsOf(own, pooled).toSorted((a, b) => a - b);
  const limit = sums[Math.floor(most * (sums.length - 1))] ?? Number.POSITIVE_INFINITY;
  const wrongSums = sumsOf(pooled, pooled);
  return wrongSums.filter((sum) => sum > limit).length / Math.max(1, wrongSums.length);
}

function misfitsOf(paired: Paired): Misfits {
  const ratios = durationRatiosOf(paired.heard, paired.spoken);
  return { costs: costsAgainstOthers(paired), paces: deviationsOf(ratios) };
}

type Disorder = <T>(pieces: readonly T[]) => T[];

const reversed: Disorder = (pieces) => pieces.toReversed();

const halvesExchanged: Disorder = (pieces) => {
  const middle = pieces.length >> 1;
  return [...pieces.slice(middle), ...pieces.slice(0, middle)];
};

function disordered({ recording, reference, spoken }: Paired, disorder: Disorder): Paired {
  const pieces = piecesOf(reference, spoken).flatMap((piece, index) => {
    const said = spoken[index];
    return piece === null || said == null ? [] : [{ piece, frames: said.to - said.from }];
  });
  const order = disorder(pieces);
  const track = joinTracks(order.map(({ piece }) => piece));
  const places: Spoken[] = [];
  let at = 0;
  for (const { piece, frames } of order) {
    places.push({ from: at, to: at + frames });
    at += piece.frames;
  }
  return { recording, reference: track, spoken: places, heard: heardIn(recording, track, places) };
}

function heardIn(recording: Track, reference: Track, spoken: readonly Spoken[]): Paired["heard"] {
  return heardAlong(twoPassPath(recording, reference).fine, spoken);
}

/** Both misfits of each text as one number, each in units of how far it usually strays in a wrong order. */
function sumsOf({ costs, paces }: Misfits, wrong: Misfits): number[] {
  const [costUnit, paceUnit] = [unitOf(wrong.costs), unitOf(wrong.paces)];
  return costs.map((cost, index) => cost / costUnit + (paces[index] ?? 0) / paceUnit);
}

function unitOf(values: readonly number[]): number {
  const middle = median(values);
  return Math.max(median(values.map((value) => Math.abs(value - middle))), 1e-6);
}

/** At this many times the median cost, a sentence's times are a guess. */
const worstCost = 1.4;

/** At this many times slower or faster than the median, a sentence's times are a guess. */
const worstRatio = 2.5;

/** The certainty of each text's times, from 0 to 1: how well it fits and how usual its duration ratio is, compared with the others. */
function confidencesOf({
  costs,
  heard,
  ratios,
}: {
  readonly costs: readonly (number | null)[];
  readonly heard: readonly (Heard | null)[];
  readonly ratios: readonly (number | null)[];
}): number[] {
  return heard.map((one, index) => {
    const cost = costs[index];
    const ratio = ratios[index];
    if (one === null || cost == null || ratio == null || one.endMs <= one.startMs) return 0;
    const fit = sinking(cost, worstCost);
    const evenness = sinking(Math.exp(Math.abs(Math.log(Math.max(ratio, 1e-3)))), worstRatio);
    return Math.round(100 * fit * evenness) / 100;
  });
}

/** Each text's cost relative to the median: 1 is the median, more is worse. */
function costsOf(path: Path, heard: readonly (Heard | null)[]): (number | null)[] {
  const costs = heard.map((one) => (one === null ? null : meanCost(path, one)));
  const middle = Math.max(median(costs.filter((cost) => cost !== null)), 1e-6);
  return costs.map((cost) => (cost === null ? null : cost / middle));
}

/** 1 at the usual value or better, falling to 0 at the worst. */
function sinking(value: number, worst: number): number {
  return Math.max(0, Math.min(1, (worst - value) / (worst - 1)));
}

function meanCost({ costs }: Path, { startMs, endMs }: Heard): number {
  const from = Math.floor(startMs / frameMs);
  const to = Math.min(costs.length, Math.max(from + 1, Math.ceil(endMs / frameMs)));
  let sum = 0;
  for (let at = from; at < to; at++) sum += costs[at] as number;
  return sum / Math.max(1, to - from);
}
