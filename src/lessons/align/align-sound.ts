import { advantageOfOrder } from "./advantage.ts";
import { type Alignment, type Level, type Reason, withoutTimes } from "./alignment.ts";
import { confidencesOf, costsOf } from "./confidence.ts";
import { durationRatiosOf } from "./duration-ratios.ts";
import { hintsOf } from "./hints.ts";
import { pausesIn } from "./pauses.ts";
import { type Heard, heardAlong, snapped } from "./place.ts";
import type { Reference } from "./reference.ts";
import type { SentencePlace } from "./script.ts";
import type { Features } from "./signal/features.ts";
import { beginsWithTitle } from "./title.ts";
import { twoPassPath } from "./two-pass.ts";
import { partOf, type Track, trackOf } from "./warp/track.ts";

/** A recording's features and the text to align it with. */
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
