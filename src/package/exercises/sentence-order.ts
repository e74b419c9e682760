import type { Chance } from "./chance.ts";
import type { SentenceOrder } from "./exercise.ts";
import { hasSentenceEnds } from "./sentences.ts";
import { inLowerCase, type Story } from "./story.ts";

const most = 6;
const fewest = 4;
// Longer sentences make a page of reading of one question.
const mostCharacters = 220;

/** Four to six consecutive sentences of the story, all different, or null where it has none such in a row. */
export function sentenceOrder(story: Story, chance: Chance): SentenceOrder | null {
  if (!hasSentenceEnds(story.language)) return null;
  for (let length = most; length >= fewest; length -= 1) {
    const rows = story.sentences
      .map((_, start) => story.sentences.slice(start, start + length))
      .filter((row) => row.length === length && isFair(row, story));
    const row = rows[chance.below(rows.length)];
    if (row === undefined) continue;
    const places = chance.disorder(row.map((_, place) => place));
    return { kind: "sentence-order", sentences: places.map((place) => row[place] ?? ""), key: places };
  }
  return null;
}

function isFair(row: readonly string[], story: Story): boolean {
  const different = new Set(row.map((sentence) => inLowerCase(sentence, story)));
  return different.size === row.length && row.every((sentence) => sentence.length <= mostCharacters);
}
