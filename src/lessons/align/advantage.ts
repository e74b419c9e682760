import { deviationsOf, durationRatiosOf, median } from "./duration-ratios.ts";
import { costsAgainstOthers, type Paired, piecesOf } from "./fit.ts";
import { heardAlong } from "./place.ts";
import type { Spoken } from "./reference.ts";
import { twoPassPath } from "./two-pass.ts";
import { joinTracks, type Track } from "./warp/track.ts";

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
export function advantageOfOrder(paired: Paired): number {
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

/** The same recording along the same texts in another order. */
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

/** The median distance from the median. */
function unitOf(values: readonly number[]): number {
  const middle = median(values);
  return Math.max(median(values.map((value) => Math.abs(value - middle))), 1e-6);
}
