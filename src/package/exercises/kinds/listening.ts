import { hasSentenceEnds } from "../../../lessons/text/sentences.ts";
import type { Draft, GapWord } from "../draft.ts";
import { type Exercise, type Item, itemOf } from "../exercise.ts";
import type { Story } from "../story.ts";
import { gapItem } from "./cloze.ts";
import { chooseGaps } from "./gaps.ts";

export const mostHeardGaps = 5;

export const mostDictated = 4;

const fewestGaps = 2;

/** Gaps in sentences that are played, in the order of the recording. */
export function listeningCloze(draft: Draft): Exercise {
  const { listed, others, heard } = draft;
  const audible = [...listed, ...others]
    .map((word) => ({ ...word, places: word.places.filter(({ sentence }) => heard.has(sentence)) }))
    .filter(({ places }) => places.length > 0);
  const choose = (from: readonly GapWord[]) => chooseGaps(from, { ...draft, most: mostHeardGaps });
  let gaps = choose(audible.slice(0, mostHeardGaps * 4));
  if (gaps.length < fewestGaps) gaps = choose(audible);
  const items = gaps.map((gap) => ({ ...gapItem(gap), heard: heard.get(gap.place.sentence) ?? null }));
  return { kind: "listening-cloze", choices: [], items: items.sort(byTime) };
}

/** Sentences to write down by ear, in the order of the recording, in languages whose sentences can be told apart. */
export function dictation({ story, heard, chance, newFirst }: Draft): Exercise | null {
  if (!hasSentenceEnds(story.language)) return null;
  const fit = [...heard].filter(([index]) => canBeWrittenDown(story.sentences[index] ?? "", story));
  const items = newFirst(chance.shuffle(fit), ([index]) => index)
    .slice(0, mostDictated)
    .map(([index, item]) =>
      itemOf({ answer: story.sentences[index] ?? "", sentences: [index], heard: item }),
    );
  return { kind: "dictation", choices: [], items: items.sort(byTime) };
}

function byTime(one: Item, other: Item): number {
  return (one.heard?.heard.startMs ?? 0) - (other.heard?.heard.startMs ?? 0);
}

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

/** Whether learners can fairly be asked to write a sentence down: it is short, and has nothing that could be written in another way. */
export function canBeWrittenDown(sentence: string, { language, isNative }: Story): boolean {
  const text = (language.spaces ? spaced : spaceless).exec(sentence)?.[1];
  if (text === undefined || !isNative(text)) return false;
  if (!language.spaces) {
    const characters = text.match(/\p{L}/gu)?.length ?? 0;
    return characters >= fewestCharacters && characters <= mostCharacters;
  }
  const words = text.split(" ").length;
  return words >= fewestWords && words <= mostWords;
}
