import { lowerCase } from "../../../lessons/text/lower-case.ts";
import { hasSentenceEnds, sentencesOf } from "../../../lessons/text/sentences.ts";
import type { Lesson, Volume } from "../../contents/contents.ts";

export type Measure = "length" | "different" | "sentence" | "speed";

export const measures: readonly Measure[] = ["length", "different", "sentence", "speed"];

/** Measurements of a lesson that need no knowledge of its language, compared with the volume's. */
export interface LevelFacts {
  readonly lesson: Lesson;
  /** Null if it can't be measured: sentences without punctuation, a lesson without a recording. */
  readonly values: Readonly<Record<Measure, number | null>>;
  readonly outliers: ReadonlySet<Measure>;
}

// With fewer values, none can be called an outlier.
const fewestValues = 5;
const deviations = 3;
const share = 0.2;

/**
 * Measures the lessons of a volume. An outlier is farther from the volume's median than both three median deviations and a fifth of the
 * median.
 */
export function levelFacts(volume: Volume): LevelFacts[] {
  const all = volume.lessons.map((lesson) => ({ lesson, values: valuesOf(lesson, volume) }));
  const limits = new Map(
    measures.map((measure) => [measure, limitsOf(all.map(({ values }) => values[measure]))]),
  );
  return all.map((facts) => ({
    ...facts,
    outliers: new Set(
      measures.filter((measure) => isOutside(facts.values[measure], limits.get(measure) ?? null)),
    ),
  }));
}

/** The median; null of an empty list. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  const high = sorted[Math.floor(sorted.length / 2)];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

interface Limits {
  readonly middle: number;
  readonly reach: number;
}

function limitsOf(measured: readonly (number | null)[]): Limits | null {
  const values = measured.filter((value) => value !== null);
  const middle = median(values);
  if (values.length < fewestValues || middle === null) return null;
  const deviation = median(values.map((value) => Math.abs(value - middle))) ?? 0;
  return { middle, reach: Math.max(deviations * deviation, share * middle) };
}

function isOutside(value: number | null, limits: Limits | null): boolean {
  return value !== null && limits !== null && Math.abs(value - limits.middle) > limits.reach;
}

function valuesOf(lesson: Lesson, { language }: Volume): LevelFacts["values"] {
  const text = lesson.paragraphs.map((paragraph) => paragraph.text).join("\n");
  // For languages without spaces, characters are counted instead of words, as everywhere in the package.
  const units =
    (language.spaces
      ? text.match(/[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}'’-]|\u200c|\u200d)*/gu)
      : text.match(/[\p{L}\p{N}]/gu)) ?? [];
  const different = new Set(units.map((unit) => lowerCase(unit, language.bcp47))).size;
  const sentences = hasSentenceEnds(language)
    ? lesson.paragraphs.reduce((count, paragraph) => count + sentencesOf(paragraph.text, language).length, 0)
    : 0;
  const minutes = (lesson.book?.sound?.part.durationMs ?? 0) / 60_000;
  return {
    length: lesson.size.count,
    different,
    sentence: sentences === 0 ? null : lesson.size.count / sentences,
    speed: minutes === 0 ? null : lesson.size.count / minutes,
  };
}
