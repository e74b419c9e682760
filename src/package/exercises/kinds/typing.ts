import { hasSentenceEnds } from "../../../lessons/text/sentences.ts";
import { foldAnswer, isSpelt, lettersOf } from "../answer.ts";
import type { Draft, GapWord } from "../draft.ts";
import { type Exercise, type Item, itemOf } from "../exercise.ts";
import { isSmallWord } from "../language-words.ts";
import { inLowerCase, type Story } from "../story.ts";
import { gapItem } from "./cloze.ts";
import { chooseGaps } from "./gaps.ts";
import { wholeSentences } from "./orders.ts";

export const mostFound = 3;

const clueCount = 2;
const fewestLetters = 3;
const mostWords = 12;

/** Sentences to find and write down, each by two words that no other sentence has together. Leaves enough for a dictation, which needs shorter ones. */
export function findSentence({ story, shown, chance, newFirst }: Draft): Exercise | null {
  if (!story.language.spaces || !hasSentenceEnds(story.language)) return null;
  const wordsOf = story.folded.map((words) => new Set(words));
  const items: Item[] = [];
  for (const sentence of newFirst(candidatesOf({ story, shown, chance }), (index) => index)) {
    if (items.length === mostFound) break;
    const clues = cluesOf(sentence, { story, wordsOf });
    if (clues === null) continue;
    const answer = story.sentences[sentence] ?? "";
    items.push(itemOf({ cue: chance.shuffle(clues), answer, sentences: [sentence] }));
  }
  return { kind: "find-sentence", choices: [], items };
}

// Words and spaces, with commas as the story has them; nothing that learners could copy in another way.
const copied = /^[¡¿]?(?:[\p{L}\p{M}'’\u02bc ,،-]|\u200c|\u200d)+[.!?…؟۔।॥։።]$/u;

/** Sentences to copy, in the order in which to try them. */
function candidatesOf({ story, shown, chance }: Pick<Draft, "story" | "shown" | "chance">): number[] {
  const fit = chance.shuffle([...wholeSentences(story, shown)]).filter((index) => {
    const text = story.sentences[index] ?? "";
    return copied.test(text) && story.isNative(text) && (story.running[index]?.length ?? 0) <= mostWords;
  });
  const isShort = (index: number) => canBeWrittenDown(story.sentences[index] ?? "", story);
  const short = fit.filter(isShort);
  return [...fit.filter((index) => !isShort(index)), ...short.slice(mostDictated)];
}

/** The two rarest words of a sentence, in its order, if they lead to it alone. Its first word is none of them: its capital would tell. */
function cluesOf(
  sentence: number,
  { story, wordsOf }: { story: Story; wordsOf: readonly ReadonlySet<string>[] },
): string[] | null {
  const { language, counts, running } = story;
  const candidates = new Map(
    (running[sentence] ?? [])
      .slice(1)
      .filter(({ text }) => isClue(text, story))
      .map(({ text }) => [foldAnswer(text, language), text]),
  );
  const rarest = [...candidates.keys()]
    .toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0))
    .slice(0, clueCount);
  const having = wordsOf.filter((words) => rarest.every((clue) => words.has(clue)));
  if (rarest.length < clueCount || having.length !== 1) return null;
  return [...candidates].flatMap(([fold, text]) => (rarest.includes(fold) ? [text] : []));
}

function isClue(word: string, story: Story): boolean {
  if (isSmallWord(inLowerCase(word, story), story.language)) return false;
  return story.isNative(word) && lettersOf(word).length >= (isSpelt(word) ? fewestLetters : 2);
}

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
const heardWords = { fewest: 3, most: 10 };
const heardCharacters = { fewest: 4, most: 18 };

// One clause of words and single spaces with a sentence end. No numbers, because one can't hear whether they are spelt out, no inner
// punctuation, because one can't hear it, and no headings.
const end = "[\\p{P}\\s]*[.!?…؟۔;।॥։።።፧。！？．｡។៕᱾᱿꯫܀][\\p{P}\\s]*$";
const word = "(?:[\\p{L}\\p{M}'’\\u02bc-]|\\u200c|\\u200d)+";
const spaced = new RegExp(`^[\\p{P}\\s]*(${word}(?: ${word})*)${end}`, "u");
const spaceless = new RegExp(`^[\\p{P}\\s]*([\\p{L}\\p{M}]+)${end}`, "u");

/** Whether learners can fairly be asked to write a sentence down: it is short, and has nothing that could be written in another way. */
function canBeWrittenDown(sentence: string, { language, isNative }: Story): boolean {
  const text = (language.spaces ? spaced : spaceless).exec(sentence)?.[1];
  if (text === undefined || !isNative(text)) return false;
  if (!language.spaces) {
    const characters = text.match(/\p{L}/gu)?.length ?? 0;
    return characters >= heardCharacters.fewest && characters <= heardCharacters.most;
  }
  const words = text.split(" ").length;
  return words >= heardWords.fewest && words <= heardWords.most;
}
