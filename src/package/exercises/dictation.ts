import { hasSentenceEnds } from "../../lessons/text/sentences.ts";
import type { Chance } from "./chance.ts";
import type { Dictation, HeardItem } from "./exercise.ts";
import { canBeWrittenDown } from "./short-sentence.ts";
import type { Story } from "./story.ts";

/** The most sentences of a dictation. */
export const mostDictated = 4;

const fewestItems = 2;

/** Sentences to write down by ear, in languages whose sentences can be told apart. Null if too few have a suitable length. */
export function dictation(
  story: Story,
  heard: ReadonlyMap<number, HeardItem>,
  chance: Chance,
): Dictation | null {
  if (!hasSentenceEnds(story.language)) return null;
  const fit = [...heard].filter(([index]) => canBeWrittenDown(story.sentences[index] ?? "", story));
  if (fit.length < fewestItems) return null;
  const items = chance
    .shuffle(fit)
    .slice(0, mostDictated)
    .map(([index, item]) => ({ answer: story.sentences[index] ?? "", ...item }));
  return { kind: "dictation", items: items.sort((a, b) => a.heard.startMs - b.heard.startMs) };
}
