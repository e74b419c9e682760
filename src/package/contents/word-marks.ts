import { apart } from "../../lessons/words/narrow.ts";
import type { Occurrence } from "../../lessons/words/occurrence.ts";

/** The place of a required word in a text: UTF-16 offsets, `end` exclusive; `word` is its index in the list. */
export interface WordMark {
  readonly start: number;
  readonly end: number;
  readonly word: number;
}

/** The occurrences to mark in a text: no `possible` ones, the longest of overlapping ones, in the order of the text. Pure. */
export function marksOf(occurrences: readonly Occurrence[]): WordMark[] {
  const longest = new Map<number, number>();
  const sure = occurrences.filter(({ found }) => found !== "possible");
  for (const { start, end, word } of sure) longest.set(word, Math.max(longest.get(word) ?? 0, end - start));
  const lengthOf = ({ word }: Occurrence) => longest.get(word) ?? 0;
  const order = [...sure].sort(
    (a, b) =>
      Number(a.isPart) - Number(b.isPart) ||
      lengthOf(b) - lengthOf(a) ||
      a.word - b.word ||
      a.start - b.start,
  );
  return apart(order)
    .map(({ start, end, word }) => ({ start, end, word }))
    .sort((a, b) => a.start - b.start);
}
