import { hasSentenceEnds } from "../../lessons/text/sentences.ts";
import type { Chance } from "./chance.ts";
import type { SentenceOrder } from "./exercise.ts";
import type { Story } from "./story.ts";

const most = 6;
const fewest = 4;
// With longer sentences, one question would fill a page.
const mostCharacters = 220;

/** Four to six consecutive sentences of the story, all different; null if there are none. */
export function sentenceOrder(story: Story, chance: Chance): SentenceOrder | null {
  if (!hasSentenceEnds(story.language)) return null;
  for (let length = most; length >= fewest; length -= 1) {
    const starts = story.sentences
      .map((_, start) => start)
      .filter((start) => isFair({ start, length }, story));
    const start = starts[chance.below(starts.length)];
    if (start === undefined) continue;
    const row = story.sentences.slice(start, start + length);
    const places = chance.disorder(row.map((_, place) => place));
    return { kind: "sentence-order", sentences: places.map((place) => row[place] ?? ""), key: places };
  }
  return null;
}

function isFair(
  { start, length }: { start: number; length: number },
  { lowered, sentences }: Story,
): boolean {
  const different = new Set(lowered.slice(start, start + length));
  if (different.size < length) return false;
  return sentences.slice(start, start + length).every((sentence) => sentence.length <= mostCharacters);
}
