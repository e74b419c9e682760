import { hasSentenceEnds } from "../../../lessons/text/sentences.ts";
import type { Chance } from "../chance.ts";
import type { SentenceOrder } from "../exercise.ts";
import type { Shown } from "../shown.ts";
import type { Story } from "../story.ts";

const fewest = 4;
// With longer sentences, one question would fill a page.
const mostCharacters = 220;

/**
 * Four to six consecutive sentences of the story, all different and not used on the sheet yet; null if there are none. Prefers sentences
 * with few words of the list, which are needed for gaps.
 */
export function sentenceOrder(
  story: Story,
  { shown, chance, most }: { shown: Shown; chance: Chance; most: number },
): { exercise: SentenceOrder; row: readonly number[] } | null {
  if (!hasSentenceEnds(story.language)) return null;
  for (let length = most; length >= fewest; length -= 1) {
    const rows = story.sentences
      .map((_, start) => Array.from({ length }, (_none, index) => start + index))
      .filter((row) => isFair(row, story) && !row.some((sentence) => shown.sentences.has(sentence)));
    const marks = rows.map((row) => row.reduce((sum, at) => sum + (story.marks[at]?.length ?? 0), 0));
    const middle = marks.toSorted((a, b) => a - b)[Math.floor(marks.length / 2)] ?? 0;
    const fit = rows.filter((_, index) => (marks[index] ?? 0) <= middle);
    const row = fit[chance.below(fit.length)];
    if (row === undefined) continue;
    const places = chance.disorder(row.map((_, place) => place));
    const sentences = places.map((place) => story.sentences[row[place] ?? 0] ?? "");
    return { exercise: { kind: "sentence-order", sentences, key: places }, row };
  }
  return null;
}

function isFair(row: readonly number[], { lowered, sentences, headings }: Story): boolean {
  const different = new Set(row.map((at) => lowered[at]));
  if (different.size < row.length || different.has(undefined)) return false;
  return row.every((at) => !headings.has(at) && (sentences[at]?.length ?? 0) <= mostCharacters);
}
