import { hasSentenceEnds } from "../../../lessons/text/sentences.ts";
import type { Chance } from "../chance.ts";
import type { WhatNext } from "../exercise.ts";
import type { Shown } from "../shown.ts";
import type { Story } from "../story.ts";
import { wholeSentences } from "./whole-sentences.ts";

const most = 4;
const fewest = 3;

/**
 * Sentences of the story, each to be matched with the one that follows it in the same paragraph. No two pairs touch, so that no sentence
 * continues two others. Null if fewer than three pairs are left.
 */
export function whatNext(
  story: Story,
  { shown, chance }: { shown: Shown; chance: Chance },
): { exercise: WhatNext; sentences: readonly number[] } | null {
  if (!hasSentenceEnds(story.language)) return null;
  const fit = wholeSentences(story, shown);
  const chosen: number[] = [];
  for (const first of chance.shuffle([...fit])) {
    if (chosen.length === most) break;
    const isPair = fit.has(first + 1) && inSameParagraph(first, story);
    const isApart = chosen.every((other) => Math.abs(other - first) > 2);
    if (isPair && isApart) chosen.push(first);
  }
  if (chosen.length < fewest) return null;
  const shuffled = chance.disorder(chosen);
  const textOf = (index: number) => story.sentences[index] ?? "";
  return {
    exercise: {
      kind: "what-next",
      sentences: chosen.map((first) => textOf(first)),
      nexts: shuffled.map((first) => textOf(first + 1)),
      key: chosen.map((first) => shuffled.indexOf(first)),
    },
    sentences: chosen.flatMap((first) => [first, first + 1]),
  };
}

function inSameParagraph(first: number, { places }: Story): boolean {
  return places[first]?.paragraph === places[first + 1]?.paragraph;
}
