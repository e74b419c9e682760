import { cleanLine } from "../../shared/text.ts";
import { foldAnswer } from "./answer.ts";
import type { Chance } from "./chance.ts";
import type { Matching } from "./exercise.ts";
import type { Story } from "./story.ts";

const mostPairs = 10;
const fewestPairs = 4;

interface Pair {
  readonly word: string;
  readonly gloss: string;
}

/**
 * The list's words and their glosses, which may also be symbols and emoji. Leaves out words whose gloss repeats an earlier gloss or the
 * word itself. Null if there are fewer than four pairs.
 */
export function matching(story: Story, reader: { readonly bcp47: string }, chance: Chance): Matching | null {
  const pairs = chance.shuffle(pairsOf(story, reader)).slice(0, mostPairs);
  if (pairs.length < fewestPairs) return null;
  const shown = chance.disorder(pairs);
  return {
    kind: "matching",
    words: pairs.map(({ word }) => word),
    glosses: shown.map(({ gloss }) => gloss),
    key: pairs.map((pair) => shown.indexOf(pair)),
  };
}

function pairsOf({ words, language }: Story, reader: { readonly bcp47: string }): Pair[] {
  const byGloss = new Map<string, Pair>();
  for (const { word, gloss } of words) {
    const key = foldAnswer(cleanLine(gloss ?? ""), reader);
    if (gloss === null) continue;
    if (key === foldAnswer(word, language) || byGloss.has(key)) continue;
    byGloss.set(key, { word, gloss });
  }
  return [...byGloss.values()];
}
