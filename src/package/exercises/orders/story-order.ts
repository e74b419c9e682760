import { hasSentenceEnds } from "../../../lessons/text/sentences.ts";
import type { Chance } from "../chance.ts";
import type { SentenceOrder } from "../exercise.ts";
import type { Shown } from "../shown.ts";
import type { Story } from "../story.ts";
import { wholeSentences } from "./whole-sentences.ts";

const most = 5;
const fewest = 4;

/**
 * What happens in the story, to be put in order: one sentence from each fifth of it, the beginning of a paragraph where there is one. Null
 * if fewer than four fifths have a sentence left.
 */
export function storyOrder(
  story: Story,
  { shown, chance }: { shown: Shown; chance: Chance },
): { exercise: SentenceOrder; sentences: readonly number[] } | null {
  if (!hasSentenceEnds(story.language)) return null;
  const fit = [...wholeSentences(story, shown)];
  const size = story.sentences.length / most;
  const chosen = Array.from({ length: most }, (_, part) => {
    const inPart = fit.filter((index) => Math.floor(index / size) === part);
    const beginnings = inPart.filter((index) => beginsParagraph(index, story));
    const from = beginnings.length > 0 ? beginnings : inPart;
    return from[chance.below(from.length)];
  }).filter((index) => index !== undefined);
  if (chosen.length < fewest) return null;
  const key = chance.disorder(chosen.map((_, place) => place));
  const sentences = key.map((place) => story.sentences[chosen[place] ?? 0] ?? "");
  return { exercise: { kind: "story-order", sentences, key }, sentences: chosen };
}

function beginsParagraph(index: number, { places }: Story): boolean {
  return places[index]?.paragraph !== places[index - 1]?.paragraph;
}
