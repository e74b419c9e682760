import { foldWord } from "../../../lessons/words/exact.ts";
import type { Volume } from "../../contents/contents.ts";
import { wordCounter } from "../../contents/find-words.ts";

/** With fewer encounters hardly any word is retained, as studies of graded reading show (Waring and Takaki 2003). */
export const fewEncounters = 8;

/** How often the stories of a volume contain one of its words. */
export interface WordRecycling {
  readonly word: string;
  readonly gloss: string | null;
  /** Per lesson, in order. */
  readonly counts: readonly number[];
  readonly total: number;
  /** The numbers of the lessons that contain it. */
  readonly met: readonly number[];
  /** The longest run of lessons without it between two that contain it; null if fewer than two do. */
  readonly longestGap: number | null;
}

/**
 * Every word of the lessons' lists, without duplicates, in the order in which the lessons require it, with its encounters in all stories of the
 * volume. Counts exact forms only: other inflections are not found.
 */
export function recyclingOf(volume: Volume): WordRecycling[] {
  const targets = new Map<string, { word: string; gloss: string | null }>();
  for (const { word, gloss } of volume.lessons.flatMap(({ words }) => words)) {
    const key = foldWord(word, volume.language);
    const before = targets.get(key);
    if (before === undefined) targets.set(key, { word, gloss });
    else before.gloss ??= gloss;
  }
  const list = [...targets.values()];
  const count = wordCounter(
    list.map(({ word }) => word),
    volume.language,
  );
  const lessons = volume.lessons.map(({ paragraphs }) =>
    count(paragraphs.map(({ text }) => text).join("\n")),
  );
  return list.map(({ word, gloss }, index) => {
    const counts = lessons.map((lesson) => lesson[index] ?? 0);
    const met = counts.flatMap((times, lesson) => (times > 0 ? [lesson + 1] : []));
    return { word, gloss, counts, total: sum(counts), met, longestGap: longestGap(met) };
  });
}

function longestGap(met: readonly number[]): number | null {
  if (met.length < 2) return null;
  return met.slice(1).reduce((most, lesson, index) => Math.max(most, lesson - (met[index] ?? lesson) - 1), 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
