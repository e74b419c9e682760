import { hasSentenceEnds } from "../../lessons/text/sentences.ts";
import type { Chance } from "./chance.ts";
import type { Dictation, HeardItem } from "./exercise.ts";
import type { Story } from "./story.ts";

const mostItems = 4;
const fewestItems = 2;

// What a learner can remember while writing: about seven words (Miller), and a few more because some are short.
const fewestWords = 3;
const mostWords = 10;
const fewestCharacters = 4;
const mostCharacters = 18;

// One clause of words and single spaces with a sentence end. No numbers, because one can't hear whether they are spelt out, no inner
// punctuation, because one can't hear it, and no headings.
const end = "[\\p{P}\\s]*[.!?…؟۔;।॥։።።፧。！？．｡។៕᱾᱿꯫܀][\\p{P}\\s]*$";
const word = "(?:[\\p{L}\\p{M}'’\\u02bc-]|\\u200c|\\u200d)+";
const spaced = new RegExp(`^[\\p{P}\\s]*(${word}(?: ${word})*)${end}`, "u");
const spaceless = new RegExp(`^[\\p{P}\\s]*([\\p{L}\\p{M}]+)${end}`, "u");

/** Sentences to write down by ear, in languages whose sentences can be told apart. Null if too few have a suitable length. */
export function dictation(
  story: Story,
  heard: ReadonlyMap<number, HeardItem>,
  chance: Chance,
): Dictation | null {
  if (!hasSentenceEnds(story.language)) return null;
  const fit = [...heard].filter(([index]) => canBeHeld(story.sentences[index] ?? "", story));
  if (fit.length < fewestItems) return null;
  const items = chance
    .shuffle(fit)
    .slice(0, mostItems)
    .map(([index, item]) => ({ answer: story.sentences[index] ?? "", ...item }));
  return { kind: "dictation", items: items.sort((a, b) => a.heard.startMs - b.heard.startMs) };
}

function canBeHeld(sentence: string, { language, isNative }: Story): boolean {
  const text = (language.spaces ? spaced : spaceless).exec(sentence)?.[1];
  if (text === undefined || !isNative(text)) return false;
  if (!language.spaces) {
    const characters = text.match(/\p{L}/gu)?.length ?? 0;
    return characters >= fewestCharacters && characters <= mostCharacters;
  }
  const words = text.split(" ").length;
  return words >= fewestWords && words <= mostWords;
}
