import { type Draft, fairShare, isFree } from "../draft.ts";
import { type Exercise, type Item, itemOf } from "../exercise.ts";
import { isSmallWord, wordsFor } from "../language-words.ts";
import { inLowerCase, type Story } from "../story.ts";

const mostWords = 12;
const fewestItems = 2;

// One clause of words and single spaces that ends with a full stop: what is between commas or dashes could stand elsewhere.
const plain = /^(?:[\p{L}\p{M}\p{N}'’\u02bc-]+ )+[\p{L}\p{M}\p{N}'’\u02bc-]+\.$/u;

/** Phrases to be put in order after the given first one; only from sentences in which each other phrase can go in only one place. */
export function wordOrder({ story, shown, chance, room, newFirst }: Draft): Exercise | null {
  const rules = wordsFor(story.language).phrases;
  if (rules === undefined) return null;
  const fit = story.sentences.flatMap((text, sentence) => {
    if (!story.isNative(text) || !isFree(sentence, shown, story)) return [];
    const phrases = phrasesOf(text, rules, story);
    return phrases === null ? [] : [{ sentence, phrases }];
  });
  const items = newFirst(chance.shuffle(fit), ({ sentence }) => sentence)
    .slice(0, fairShare(fit.length, room.wordOrder, fewestItems))
    .map(({ sentence, phrases: [first = "", ...rest] }): Item => {
      const parts = { before: first, cue: chance.disorder(rest), answer: rest.join(" "), after: "." };
      return itemOf({ ...parts, sentences: [sentence] });
    });
  return { kind: "word-order", choices: [], items };
}

/**
 * A sentence's phrases: its subject, its verb with what belongs to it, its one preposition, which is never the separable part of a verb, and what
 * follows it. In these languages none can change places. Null for any other sentence.
 */
function phrasesOf(
  sentence: string,
  { subjects, prepositions, between }: NonNullable<ReturnType<typeof wordsFor>["phrases"]>,
  story: Story,
): string[] | null {
  if (!plain.test(sentence)) return null;
  const words = sentence.slice(0, -1).split(" ");
  const lower = words.map((word) => inLowerCase(word, story));
  const [first = "", ...rest] = lower;
  const isName = story.inside.has(words[0] ?? "") && !story.inside.has(first);
  if (words.length > mostWords || !(isName || subjects.has(first))) return null;
  const isKnown = (word: string) =>
    !isSmallWord(word, story.language) || between.has(word) || prepositions.has(word);
  const at = lower.findIndex((word) => prepositions.has(word));
  const isAlone = lower.every((word, index) => index <= at || !prepositions.has(word));
  if (!rest.every(isKnown) || at < 2 || !isAlone || at === words.length - 1) return null;
  const cuts = [0, 1, at, at + 1, words.length];
  return cuts.slice(1).map((end, index) => words.slice(cuts[index], end).join(" "));
}
