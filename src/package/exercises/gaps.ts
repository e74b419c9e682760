import { lowerCase } from "../../lessons/text/lower-case.ts";
import { foldWord } from "../../lessons/words/exact.ts";
import type { LessonWord } from "../contents/lesson-words.ts";
import type { Chance } from "./chance.ts";
import type { GapItem } from "./exercise.ts";
import { isSpelt, lettersOf } from "./letters.ts";
import type { RunningWord, Story } from "./story.ts";

/** A word that could be asked for, with the sentences that could ask for it. */
export interface GapWord {
  /** As a bank shows it: as the lesson's list has it, or the story. */
  readonly word: string;
  /** By which two words are the same. */
  readonly key: string;
  /** Whether it is on the lesson's list. */
  readonly listed: boolean;
  readonly places: readonly GapPlace[];
}

/** A sentence with a gap, and which sentence of the story it is. */
export interface GapPlace extends GapItem {
  readonly sentence: number;
}

/** A gap that was chosen for an exercise. */
export interface ChosenGap {
  readonly word: GapWord;
  readonly place: GapPlace;
}

// Shorter sentences tell too little to find the word by, longer ones too much to read.
const fewestWords = 5;
const fewestCharacters = 8;
const mostCharacters = 300;

/** The words of the lesson's list that the story has, each with its sentences. A sentence that has the word twice is none. */
export function listedGaps(story: Story): GapWord[] {
  return story.words
    .flatMap((word, index) => formsOf(word, index, story))
    .filter(({ word }) => /[\p{L}\p{N}]/u.test(word) && story.isNative(word));
}

/** A word of the list in the one form that most of its sentences have: what a bank shows fits its gap as it stands. */
function formsOf({ word }: LessonWord, index: number, story: Story): GapWord[] {
  const { language } = story;
  const byForm = new Map<string, GapPlace[]>();
  for (const [sentence, text] of story.sentences.entries()) {
    if (!tellsEnough(sentence, story)) continue;
    for (const { start, end, isOnly } of story.marks[sentence]?.filter((mark) => mark.word === index) ?? []) {
      if (!isOnly) continue;
      const place = placeAt(text, { start, end, sentence });
      const form = foldWord(place.answer, language);
      byForm.set(form, [...(byForm.get(form) ?? []), place]);
    }
  }
  const key = foldWord(word, language);
  const own = byForm.get(key);
  if (own !== undefined) return [{ word, key, listed: true, places: own }];
  const [places = []] = [...byForm.values()].sort((a, b) => b.length - a.length);
  const [first] = places;
  return first === undefined ? [] : [{ word: shownForm(first, word, language), key, listed: true, places }];
}

// The capital that a sentence gives its first word is not the form's own.
function shownForm({ before, answer }: GapPlace, word: string, { bcp47 }: Story["language"]): string {
  const isFirst = !/[\p{L}\p{N}]/u.test(before);
  return isFirst && !/^\p{Lu}/u.test(word.slice(word.search(/\S+$/u))) ? lowerCase(answer, bcp47) : answer;
}

/**
 * Words of the story itself that are worth a gap: no names, no short words, no words of the list, rare ones first. In languages without
 * spaces only what the script itself sets apart, which is the Japanese mixture's.
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
  return (running[sentence] ?? []).filter(({ text: word }) => isWorthAGap(word) && isNative(word));
}

// A capital may be a name's or only the sentence's: neither is a fair question.
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

/**
 * Chooses so many gaps, each word and each sentence once: words with few sentences first, so that most words find one. No chosen word
 * makes a sentence of the story in another's gap. `avoid` names sentences to take only where there is no other.
 */
export function chooseGaps(
  words: readonly GapWord[],
  { story, chance, most, avoid }: { story: Story; chance: Chance; most: number; avoid: ReadonlySet<number> },
): ChosenGap[] {
  const chosen: ChosenGap[] = [];
  const used = new Set<number>();
  const eager = (word: GapWord) => (word.listed ? word.places.length : 1000);
  for (const word of chance.shuffle(words).sort((a, b) => eager(a) - eager(b))) {
    if (chosen.length === most) break;
    const free = chance.shuffle(word.places).filter(({ sentence }) => !used.has(sentence));
    const place = best(free, avoid);
    if (place === undefined || isAmbiguous({ word, place }, chosen, story)) continue;
    used.add(place.sentence);
    chosen.push({ word, place });
  }
  return chosen;
}

// A gap inside a sentence is a better question than one at its head, where a capital gives it away.
function best(places: readonly GapPlace[], avoid: ReadonlySet<number>): GapPlace | undefined {
  const fresh = places.filter(({ sentence }) => !avoid.has(sentence));
  const among = fresh.length > 0 ? fresh : places;
  return among.find(({ before }) => /[\p{L}\p{N}]/u.test(before)) ?? among[0];
}

function isAmbiguous(candidate: ChosenGap, chosen: readonly ChosenGap[], story: Story): boolean {
  return chosen.some(
    (other) =>
      other.word.key === candidate.word.key ||
      fillsGap(candidate.word.word, other.place, story) ||
      fillsGap(other.word.word, candidate.place, story),
  );
}

/** Whether a word that is not the answer would make another sentence of the story in the gap. */
export function fillsGap(word: string, place: GapItem, story: Story): boolean {
  return story.hasSentence(`${place.before}${word}${place.after}`);
}
