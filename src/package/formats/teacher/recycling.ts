import { requiredWords } from "../../../lessons/words/story-words.ts";
import { wordFinder } from "../../../lessons/words/word-finder.ts";
import type { LanguageFacts } from "../../../shared/languages/languages.ts";
import type { Volume } from "../../contents/contents.ts";

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
 * Every word of the lessons' lists, without duplicates, in the order in which the lessons require it, with its encounters in all stories of
 * the volume: as it is written or in a form that is certainly its own.
 */
export function recyclingOf(volume: Volume, reader: LanguageFacts): WordRecycling[] {
  const { language } = volume;
  const list = requiredWords(
    volume.lessons.flatMap(({ words }) => words),
    language,
  );
  const find = wordFinder(list, { language, reader });
  const lessons = volume.lessons.map(({ paragraphs }) => {
    const counts = list.map(() => 0);
    for (const { text, cuts } of paragraphs)
      for (const { word, found } of find(text, cuts))
        if (found !== "possible") counts[word] = (counts[word] ?? 0) + 1;
    return counts;
  });
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
