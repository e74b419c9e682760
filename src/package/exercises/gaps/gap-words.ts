import { lowerCase } from "../../../lessons/text/lower-case.ts";
import { foldWord } from "../../../lessons/words/exact.ts";
import { addTo } from "../../../shared/grouped.ts";
import type { LessonWord } from "../../contents/lesson-words.ts";
import type { GapItem } from "../exercise.ts";
import { isSpelt, lettersOf } from "../letters.ts";
import { isSmallWord } from "../small-words.ts";
import type { RunningWord, Story } from "../story.ts";
import { isUsedAt } from "./word-use.ts";

/** A candidate for a gap, with the sentences that could have the gap. */
export interface GapWord {
  /** The form for a word bank, from the lesson's list or the story. */
  readonly word: string;
  /** Equal for the same word. */
  readonly key: string;
  /** Whether it is on the lesson's list. */
  readonly listed: boolean;
  readonly places: readonly GapPlace[];
}

/** A sentence with a gap, and its index in the story. */
export interface GapPlace extends GapItem {
  readonly sentence: number;
}

/** A gap that was chosen for an exercise. */
export interface ChosenGap {
  readonly word: GapWord;
  readonly place: GapPlace;
}

// Shorter sentences give too little context to find the word; longer ones are too much to read.
const fewestWords = 5;
const fewestCharacters = 8;
const mostCharacters = 300;

/**
 * The words of the lesson's list that the story uses, with their sentences. Sentences that have the word twice, or only mention it, are
 * left out.
 */
export function listedGaps(story: Story): GapWord[] {
  return story.words
    .flatMap((word, index) => formsOf(word, index, story))
    .filter(({ word }) => /[\p{L}\p{N}]/u.test(word) && story.isNative(word));
}

/** A list word in its most frequent form only, so that the bank shows exactly the form that fits the gap. */
function formsOf({ word }: LessonWord, index: number, story: Story): GapWord[] {
  const { language } = story;
  const byForm = new Map<string, GapPlace[]>();
  for (const [sentence, text] of story.sentences.entries()) {
    if (!tellsEnough(sentence, story)) continue;
    for (const { start, end, isOnly } of story.marks[sentence]?.filter((mark) => mark.word === index) ?? []) {
      if (!isOnly || !isUsedAt({ start, end, sentence }, story)) continue;
      const place = placeAt(text, { start, end, sentence });
      addTo(byForm, foldWord(place.answer, language), place);
    }
  }
  const key = foldWord(word, language);
  const own = byForm.get(key);
  if (own !== undefined) return [{ word, key, listed: true, places: own }];
  const [places = []] = [...byForm.values()].sort((a, b) => b.length - a.length);
  const [first] = places;
  return first === undefined ? [] : [{ word: shownForm(first, word, language), key, listed: true, places }];
}

// Removes the capital of a sentence's first word.
function shownForm({ before, answer }: GapPlace, word: string, { bcp47 }: Story["language"]): string {
  const isFirst = !/[\p{L}\p{N}]/u.test(before);
  return isFirst && !/^\p{Lu}/u.test(word.slice(word.search(/\S+$/u))) ? lowerCase(answer, bcp47) : answer;
}

/**
 * Words of the story that are suitable for a gap, rare ones first: no names, no short words, no words of the list. In scripts without word
 * spacing only words that a change of script separates, as in Japanese.
 */
export function storyGaps(story: Story): GapWord[] {
  const listed = new Set(story.words.map(({ word }) => foldWord(word, story.language)));
  const found = new Map<string, { word: string; places: GapPlace[] }>();
  for (const [sentence, text] of story.sentences.entries()) {
    if (!tellsEnough(sentence, story)) continue;
    const candidates = candidatesIn(sentence, story);
    const keys = candidates.map((candidate) => foldWord(candidate.text, story.language));
    for (const [index, { text: word, start }] of candidates.entries()) {
      const key = keys[index] ?? "";
      if (listed.has(key) || text.split(word).length !== 2 || keys.indexOf(key) !== keys.lastIndexOf(key))
        continue;
      if (!isUsedAt({ start, end: start + word.length, sentence }, story)) continue;
      const entry = found.get(key) ?? { word, places: [] };
      entry.places.push(placeAt(text, { start, end: start + word.length, sentence }));
      found.set(key, entry);
    }
  }
  const gaps = [...found].map(([key, entry]) => ({ key, listed: false, ...entry }));
  const rarity = ({ key, places }: GapWord) => story.counts.get(key) ?? places.length;
  return gaps.sort((a, b) => rarity(a) - rarity(b));
}

const japaneseWord = /[\p{Script=Han}々]{2,6}|[\p{Script=Katakana}ー]{3,12}/gu;

function candidatesIn(sentence: number, { language, sentences, running, isNative }: Story): RunningWord[] {
  if (language.script === "Jpan" && !language.spaces) {
    const found = sentences[sentence]?.matchAll(japaneseWord) ?? [];
    return [...found].map((match) => ({ text: match[0], start: match.index }));
  }
  return (running[sentence] ?? []).filter(
    ({ text: word }) => isWorthAGap(word) && isNative(word) && !isSmallWord(word, language),
  );
}

// A capitalized word may be a name or the beginning of a sentence; neither is a fair question.
function isWorthAGap(word: string): boolean {
  if (/^[\p{Lu}\p{Lt}]/u.test(word) || !/^[\p{L}\p{M}]+$/u.test(word)) return false;
  return lettersOf(word).length >= (isSpelt(word) ? 4 : 2);
}

function tellsEnough(sentence: number, { language, sentences, running }: Story): boolean {
  const text = sentences[sentence] ?? "";
  if (text.length > mostCharacters) return false;
  if (language.spaces) return (running[sentence]?.length ?? 0) >= fewestWords;
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= fewestCharacters;
}

function placeAt(text: string, at: { start: number; end: number; sentence: number }): GapPlace {
  return {
    before: text.slice(0, at.start),
    answer: text.slice(at.start, at.end),
    after: text.slice(at.end),
    sentence: at.sentence,
  };
}
