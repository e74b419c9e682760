import { hasSentenceEnds } from "../../../lessons/text/sentences.ts";
import { type Draft, isFree, type Shown, tellsAnswer } from "../draft.ts";
import { type Exercise, type Item, itemOf } from "../exercise.ts";
import { isSmallWord } from "../language-words.ts";
import type { Story } from "../story.ts";

const shortestRow = 4;
// With longer sentences, one question would fill a page.
const mostOrderedCharacters = 220;

/** Consecutive sentences to put in order, if possible with few words from the list, because those are needed for gaps. */
export function sentenceOrder({ story, shown, chance, room, newFirst }: Draft): Exercise | null {
  if (!hasSentenceEnds(story.language)) return null;
  for (let length = room.order; length >= shortestRow; length -= 1) {
    const rows = story.sentences
      .map((_, start) => Array.from({ length }, (_none, index) => start + index))
      .filter((row) => isFair(row, story) && !row.some((sentence) => isTaken(sentence, { story, shown })));
    const marks = rows.map((row) => row.reduce((sum, at) => sum + (story.marks[at]?.length ?? 0), 0));
    const middle = marks.toSorted((a, b) => a - b)[Math.floor(marks.length / 2)] ?? 0;
    const fit = rows.filter((_, index) => (marks[index] ?? 0) <= middle);
    // By a row's first and last sentence in turn, so that it is new from one to the other if it can be.
    const [row] = newFirst(
      newFirst(chance.shuffle(fit), (each) => each[0] ?? 0),
      (each) => each.at(-1) ?? 0,
    );
    if (row !== undefined)
      return { kind: "sentence-order", choices: [], items: disordered(row, { story, chance }) };
  }
  return null;
}

function isTaken(sentence: number, { story, shown }: Pick<Draft, "story" | "shown">): boolean {
  return shown.sentences.has(sentence) || tellsAnswer(story.sentences[sentence] ?? "", shown, story);
}

function isFair(row: readonly number[], { lowered, sentences, unfit }: Story): boolean {
  const different = new Set(row.map((at) => lowered[at]));
  if (different.size < row.length || different.has(undefined)) return false;
  return row.every(
    (at) =>
      !unfit.has(at) &&
      (sentences[at]?.length ?? 0) <= mostOrderedCharacters &&
      !tellsPlace(sentences[at] ?? ""),
  );
}

// Numbers, such as times of day, tell the order to those who haven't understood a word.
function tellsPlace(sentence: string): boolean {
  return /\p{Nd}/u.test(sentence);
}

const partsOfStory = 5;

/** Events of the story to put in order: one sentence from each fifth of the story, if possible one that begins a paragraph. */
export function storyOrder({ story, shown, chance, newFirst }: Draft): Exercise | null {
  if (!hasSentenceEnds(story.language)) return null;
  const fit = [...wholeSentences(story, shown)].filter((at) => !tellsPlace(story.sentences[at] ?? ""));
  const size = story.sentences.length / partsOfStory;
  const chosen = Array.from({ length: partsOfStory }, (_, part) => {
    const inPart = fit.filter((index) => Math.floor(index / size) === part);
    const beginnings = inPart.filter((index) => beginsParagraph(index, story));
    const [first] = newFirst([...chance.shuffle(beginnings), ...chance.shuffle(inPart)], (index) => index);
    return first;
  }).filter((index) => index !== undefined);
  return { kind: "story-order", choices: [], items: disordered(chosen, { story, chance }) };
}

function beginsParagraph(index: number, { places }: Story): boolean {
  return places[index]?.paragraph !== places[index - 1]?.paragraph;
}

function disordered(row: readonly number[], { story, chance }: Pick<Draft, "story" | "chance">): Item[] {
  return chance.disorder(row.map((_, place) => place)).map((place) => {
    const sentence = row[place] ?? 0;
    const text = story.sentences[sentence] ?? "";
    return itemOf({ before: text, answer: text, correct: place, sentences: [sentence] });
  });
}

const mostPairs = 4;

/** Sentences to be matched with the next in their paragraph. At least one sentence lies between two pairs, so that none continues two others. */
export function whatNext({ story, shown, chance, newFirst }: Draft): Exercise | null {
  if (!hasSentenceEnds(story.language)) return null;
  const fit = wholeSentences(story, shown);
  const chosen: number[] = [];
  for (const first of newFirst(chance.shuffle([...fit]), (index) => index)) {
    if (chosen.length === mostPairs) break;
    const isPair =
      fit.has(first + 1) && !beginsParagraph(first + 1, story) && !shareWord(first, first + 1, story);
    const isApart = chosen.every((other) => Math.abs(other - first) > 2);
    if (isPair && isApart) chosen.push(first);
  }
  const shuffled = chance.disorder(chosen);
  const textOf = (index: number) => story.sentences[index] ?? "";
  return {
    kind: "what-next",
    choices: shuffled.map((first) => textOf(first + 1)),
    items: chosen.map((first) =>
      itemOf({
        before: textOf(first),
        answer: textOf(first + 1),
        correct: shuffled.indexOf(first),
        sentences: [first, first + 1],
      }),
    ),
  };
}

const fewestLetters = 4;

/** Whether two sentences share a word by which anybody would see that they belong together. */
function shareWord(one: number, other: number, { folded, language }: Story): boolean {
  return (folded[one] ?? []).some(
    (word) => word.length >= fewestLetters && !isSmallWord(word, language) && folded[other]?.includes(word),
  );
}

const fewestWords = 3;
const fewestCharacters = 6;
const mostCharacters = 160;

/**
 * By index, the sentences that a sheet may still show whole: those that the story has once, that are neither unfit nor long, nor a mere exclamation,
 * and that tell no answer.
 */
export function wholeSentences(story: Story, shown: Shown): ReadonlySet<number> {
  const { unfit, sentences } = story;
  const isFit = (text: string, index: number) =>
    !unfit.has(index) &&
    text.length <= mostCharacters &&
    saysEnough(index, story) &&
    isFree(index, shown, story);
  return new Set(sentences.flatMap((text, index) => (isFit(text, index) ? [index] : [])));
}

function saysEnough(sentence: number, { language, running, sentences }: Story): boolean {
  if (language.spaces) return (running[sentence]?.length ?? 0) >= fewestWords;
  return (sentences[sentence]?.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= fewestCharacters;
}
