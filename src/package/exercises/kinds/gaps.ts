import { lowerCase } from "../../../lessons/text/fold-text.ts";
import { foldWord, type Span } from "../../../lessons/words/exact.ts";
import { addTo } from "../../../shared/grouped.ts";
import { remembered } from "../../../shared/remembered.ts";
import type { LessonWord } from "../../contents/lesson-words.ts";
import { isSpelt, lettersOf } from "../answer.ts";
import {
  asShown,
  type Draft,
  type GapPlace,
  type GapWord,
  type Shown,
  shownWords,
  showsWord,
} from "../draft.ts";
import { isSmallWord, wordsFor } from "../language-words.ts";
import { foldOnce, type RunningWord, runningWordsOf, type Story } from "../story.ts";
import { stemOf } from "./true-false.ts";

export interface ChosenGap {
  readonly word: GapWord;
  readonly place: GapPlace;
}

// Shorter sentences give too little context to find the word; longer ones are too much to read.
const fewestWords = 5;
const fewestCharacters = 8;
const mostCharacters = 300;

/** The words of the lesson's list that the story uses, with their sentences. Sentences that have the word twice, or only mention it, are left out. */
export function listedGaps(story: Story): GapWord[] {
  return story.words
    .flatMap((word, index) => formsOf(word, index, story))
    .filter(({ word }) => /[\p{L}\p{N}]/u.test(word) && story.isNative(word));
}

/** A list word in its most frequent form only, so that the bank shows exactly the form that fits the gap. */
function formsOf({ word, gloss }: LessonWord, index: number, story: Story): GapWord[] {
  const { language } = story;
  const byForm = new Map<string, GapPlace[]>();
  for (const [sentence, text] of story.sentences.entries()) {
    if (!tellsEnough(sentence, story)) continue;
    for (const { start, end, isOnly } of story.marks[sentence]?.filter((mark) => mark.word === index) ?? []) {
      const place = isOnly ? placeAt(text, { start, end, sentence }, story) : null;
      if (place === null) continue;
      addTo(byForm, foldWord(place.answer, language), place);
    }
  }
  const key = foldWord(word, language);
  const own = byForm.get(key);
  if (own !== undefined) return [{ word, key, gloss, listed: true, places: own }];
  const [places = []] = [...byForm.values()].sort((a, b) => b.length - a.length);
  const [first] = places;
  return first === undefined
    ? []
    : [{ word: shownForm(first, word, language), key, gloss, listed: true, places }];
}

// Removes the capital of a sentence's first word.
function shownForm({ before, answer }: GapPlace, word: string, { bcp47 }: Story["language"]): string {
  const isFirst = !/[\p{L}\p{N}]/u.test(before);
  return isFirst && !/^\p{Lu}/u.test(word.slice(word.search(/\S+$/u))) ? lowerCase(answer, bcp47) : answer;
}

/**
 * The story's words for gaps, the rare ones first: no names, no short words, no words of the list. Without word spacing, only words that a change of
 * script sets apart, as in Japanese.
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
      const place = placeAt(text, { start, end: start + word.length, sentence }, story);
      if (place === null) continue;
      const entry = found.get(key) ?? { word, places: [] };
      entry.places.push(place);
      found.set(key, entry);
    }
  }
  const gaps = [...found].map(([key, entry]) => ({ key, listed: false, gloss: null, ...entry }));
  const rarity = ({ key, places }: GapWord) => story.counts.get(key) ?? places.length;
  return gaps.sort((a, b) => rarity(a) - rarity(b));
}

// Behind the characters of a whole word stands a particle or no letter: other kana may be the end of a verb, as in `二本持って`.
const japaneseWord =
  /(?<![\p{Script=Han}々])[\p{Script=Han}々]{2,6}(?=[はがをにのともへやで]|[^\p{L}々]|$)|[\p{Script=Katakana}ー]{3,12}/gu;

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

// What separates the members of a list, as conjunctions do.
const comma = /[,،、，;；:：/·|]/gu;

// A member of a list is a word with its article.
const mostWordsInAMember = 2;
const charactersAWord = 2;

const opens = /["“”„«»‘’‚'「『‹›]\s?$/u;
const closes = /^[.,!?…。！？]?\s?["“”„«»‘’'」』‹›]/u;

interface Place extends Span {
  readonly sentence: number;
}

/**
 * A gap where a sentence uses a word; null where it merely mentions it, as in a heading, alone in quotation marks, or in an enumeration, where any word
 * would fit. A word that the title has, or of which the title or the rest of the sentence has a form, counts as mentioned: they would tell it.
 */
function placeAt(text: string, { start, end, sentence }: Place, story: Story): GapPlace | null {
  if (story.unfit.has(sentence)) return null;
  const [before, answer, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  if (opens.test(before) && closes.test(after)) return null;
  const [own, title] = [asShown(answer, story), asShown(story.title, story)];
  const stems = stemsOf(own);
  if (showsWord(title, own) || hasStem(title, stems)) return null;
  const visible = shownAround(text, { start, end, sentence }, story);
  if (hasStem(visible, stems) || standsInList(text, { start, end }, story)) return null;
  return { before, answer, after, sentence, visible };
}

/** What is left of a sentence, normalized by `asShown`, with a bar for the gap. From the words' folds, since each word of a sentence may become a gap. */
function shownAround(text: string, { start, end, sentence }: Place, story: Story): string {
  const { language, running } = story;
  const [before, after] = [[0, start] as const, [end, text.length] as const].map(([from, to]) => {
    if (!language.spaces) return asShown(text.slice(from, to), story);
    const words = running[sentence]?.map((word) =>
      word.text.slice(Math.max(0, from - word.start), Math.max(0, to - word.start)),
    );
    return shownWords(words?.filter((word) => word !== "") ?? [], language);
  });
  return `${before} | ${after}`;
}

interface Member extends Span {
  readonly isShort: boolean;
}

/** An enumeration is at least two short members in a row. Words directly next to it count as members. */
function standsInList(text: string, { start, end }: Span, story: Story): boolean {
  if (text.search(comma) === -1) return false;
  const members = membersOf(text, story);
  const at = members.findIndex((member) => start < member.end && end > member.start);
  const isShort = (index: number) => members[index]?.isShort === true;
  const own = members[at];
  if (own === undefined) return false;
  if (isShort(at) && (isShort(at - 1) || isShort(at + 1))) return true;
  const endsIt = !hasWord(text.slice(end, own.end)) && isShort(at + 1) && isShort(at + 2);
  const beginsIt = sizeOf(text.slice(own.start, end), story) <= mostWordsInAMember;
  return endsIt || (beginsIt && isShort(at - 1) && isShort(at - 2));
}

function membersOf(text: string, story: Story): Member[] {
  const cuts = [...text.matchAll(comma)].map(({ index }) => ({ start: index, end: index + 1 }));
  const parts = [...cuts, ...conjunctionsIn(text, story)].sort((a, b) => a.start - b.start);
  return [...parts, { start: text.length, end: text.length }].flatMap(({ start }, index) => {
    const from = parts[index - 1]?.end ?? 0;
    const member = text.slice(from, start);
    if (!hasWord(member)) return [];
    return [{ start: from, end: start, isShort: sizeOf(member, story) <= mostWordsInAMember }];
  });
}

function conjunctionsIn(text: string, { language }: Story): Span[] {
  const { conjunctions } = wordsFor(language);
  return runningWordsOf(text)
    .filter((word) => conjunctions.includes(word.text))
    .map((word) => ({ start: word.start, end: word.start + word.text.length }));
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function sizeOf(text: string, { language }: Story): number {
  if (language.spaces) return runningWordsOf(text).length;
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) / charactersAWord;
}

interface Choice extends Pick<Draft, "story" | "chance" | "shown" | "newFirst"> {
  readonly most: number;
  /** Whether some gaps may be chosen together. */
  readonly isFit?: (gaps: readonly ChosenGap[]) => boolean;
}

/**
 * Uses each word and sentence once, and no two forms of a word; words in few sentences come first. A chosen word never makes another gap's sentence true, nor is it shown
 * anywhere.
 */
export function chooseGaps(
  words: readonly GapWord[],
  { story, chance, most, shown, newFirst, isFit = () => true }: Choice,
): ChosenGap[] {
  const chosen: ChosenGap[] = [];
  const used = new Set(shown.sentences);
  const eager = (word: GapWord) => (word.listed ? word.places.length : 1000);
  const inTurn = chance.shuffle(words).sort((a, b) => eager(a) - eager(b));
  for (const word of newFirst(inTurn, (each) => foldOnce(each.word, story.language))) {
    if (chosen.length === most) break;
    const free = chance.shuffle(word.places).filter(({ sentence }) => !used.has(sentence));
    const place = newFirst(insideFirst(free), ({ sentence }) => sentence).find((each) => {
      const gap = { word, place: each };
      return !isOpen(gap, shown, story) && !isAmbiguous(gap, chosen, story) && isFit([...chosen, gap]);
    });
    if (place === undefined) continue;
    for (const same of story.alike(place.sentence)) used.add(same);
    chosen.push({ word, place });
  }
  return chosen;
}

// Prefers a gap inside a sentence: at its beginning, the capital gives the word away.
function insideFirst(places: readonly GapPlace[]): GapPlace[] {
  const isInside = ({ before }: GapPlace) => /[\p{L}\p{N}]/u.test(before);
  return [...places.filter(isInside), ...places.filter((place) => !isInside(place))];
}

function isOpen({ word, place }: ChosenGap, { texts, answers }: Shown, story: Story): boolean {
  const own = [place.answer, word.key].map((form) => asShown(form, story));
  const stems = own.flatMap(stemsOf);
  return (
    answers.some((answer) => hasStem(answer, stems)) ||
    texts.some((text) => own.some((form) => showsWord(text, form))) ||
    answers.some((answer) => showsWord(place.visible, answer))
  );
}

/** How words with the stems of a phrase begin. Forms of one word, as `libro` and `libros`, tell each other. */
const stemsOf = remembered((phrase: string) =>
  phrase.split(" ").flatMap((word) => {
    const stem = stemOf(word);
    return stem === null ? [] : [` ${stem}`];
  }),
);

/** Whether a text, normalized by `asShown`, has a word with one of the stems. */
function hasStem(text: string, stems: readonly string[]): boolean {
  return stems.some((stem) => text.includes(stem) || text.startsWith(stem.slice(1)));
}

function isAmbiguous(candidate: ChosenGap, chosen: readonly ChosenGap[], story: Story): boolean {
  const answer = asShown(candidate.place.answer, story);
  const stems = stemsOf(candidate.word.key);
  return chosen.some(
    (other) =>
      other.word.key === candidate.word.key ||
      hasStem(other.word.key, stems) ||
      showsWord(other.place.visible, answer) ||
      showsWord(candidate.place.visible, asShown(other.place.answer, story)) ||
      fillsGap(candidate.word.word, other.place, story) ||
      fillsGap(other.word.word, candidate.place, story),
  );
}

/** Whether filling the gap with this word, which is not its answer, also gives a sentence of the story. */
export function fillsGap(word: string, place: GapPlace, story: Story): boolean {
  return story.hasSentence(`${place.before}${word}${place.after}`);
}
