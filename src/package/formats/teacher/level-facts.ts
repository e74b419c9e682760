import { hasSentenceEnds, sentencesOf } from "../../../lessons/text/sentences.ts";
import type { Lesson, Volume } from "../../contents/contents.ts";
import { lowerCase } from "../../contents/lower-case.ts";

export type Measure = "length" | "different" | "sentence" | "speed";

export const measures: readonly Measure[] = ["length", "different", "sentence", "speed"];

/** What can be measured of a lesson without knowing its language, and how it lies among the volume's. */
export interface LevelFacts {
  readonly lesson: Lesson;
  /** Null where it can't be measured: sentences without signs, a lesson without a recording. */
  readonly values: Readonly<Record<Measure, number | null>>;
  readonly outliers: ReadonlySet<Measure>;
}

// Of fewer values nothing can be said to be unlike the others.
const fewestValues = 5;
const deviations = 3;
const share = 0.2;

/**
 * Measures the lessons of a volume. An outlier lies farther from the volume's median than three median deviations and than a fifth of the
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

/** The middle value, or the mean of the two middle ones; null of none. */
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
  // In a language without spaces characters stand for words, as everywhere in the package.
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
