import { lowerCase } from "../../lessons/text/fold-text.ts";
import { signsOf } from "../../lessons/text/scripts.ts";
import { placedSentences, placeInSentence, type Stretch } from "../../lessons/text/sentences.ts";
import type { SentencePlace } from "../../lessons/text/story-text.ts";
import { addTo } from "../../shared/grouped.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { remembered } from "../../shared/remembered.ts";
import type { LessonParagraph, LessonWord } from "../contents/lesson-words.ts";
import { foldAnswer } from "./answer.ts";

/** A foreign name in its own script is not suitable for exercises. Words without letters pass, as do marks that belong to several scripts. */
function inScriptsOf({ script, otherScripts }: LanguageFacts): (word: string) => boolean {
  const foreign = new RegExp(
    `(?![${signsOf(script, ...otherScripts)}\\p{Script=Common}\\p{Script=Inherited}])\\p{L}`,
    "u",
  );
  return (word) => !foreign.test(word);
}

const foldsIn = remembered(
  (language: LanguageFacts) => remembered((word: string) => foldAnswer(word, language)),
  new WeakMap(),
);

/** Like `foldAnswer`, for words of stories and lists, which are compared with each other many times over: each word is folded once. */
export function foldOnce(word: string, language: LanguageFacts): string {
  return foldsIn(language)(word);
}

/** The source of exercises: a story's sentences and its lesson's words. */
export interface Story {
  readonly language: LanguageFacts;
  /** Empty if it is not known. */
  readonly title: string;
  readonly sentences: readonly string[];
  /** The place of each sentence in the text. */
  readonly places: readonly SentencePlace[];
  readonly lowered: readonly string[];
  /** The sentences as `foldAnswer` folds them. */
  readonly answers: readonly string[];
  /** The running words of each sentence; empty for languages without word spacing. */
  readonly running: readonly (readonly RunningWord[])[];
  readonly folded: readonly (readonly string[])[];
  readonly words: readonly LessonWord[];
  /** The places of the lesson's words in each sentence. */
  readonly marks: readonly (readonly SentenceMark[])[];
  /** The frequency of each running word, by its fold; empty for languages without word spacing. */
  readonly counts: ReadonlyMap<string, number>;
  /** The running words that directly follow another one, as written: a capital there is not due to a sentence's beginning. */
  readonly inside: ReadonlySet<string>;
  readonly isNative: (word: string) => boolean;
  /** The sentences that no exercise uses: headings, the title, and two sentences that the quotation mark between them joins. */
  readonly unfit: ReadonlySet<number>;
  /** The indexes of all sentences that equal this one, ignoring case; includes itself. */
  readonly alike: (sentence: number) => readonly number[];
  /** Whether a text is a sentence of the story, ignoring case. */
  readonly hasSentence: (text: string) => boolean;
}

/** A list word in a sentence. */
export interface SentenceMark {
  readonly start: number;
  readonly end: number;
  readonly word: number;
  /** Whether the sentence has no other actual or possible form of the word. */
  readonly isOnly: boolean;
}

export interface RunningWord {
  readonly text: string;
  readonly start: number;
}

// A running word, which may contain marks, joiners, apostrophes and hyphens.
const runningWord =
  /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}]|\u200c|\u200d|['’\u02bc-](?=[\p{L}\p{M}\p{N}]))*/gu;

export function storyOf(
  lesson: {
    readonly paragraphs: readonly LessonParagraph[];
    readonly words: readonly LessonWord[];
    readonly title?: string;
  },
  language: LanguageFacts,
): Story {
  const placed = lesson.paragraphs.flatMap(({ text }, paragraph) =>
    placedSentences(text, language).map((sentence) => ({ ...sentence, paragraph })),
  );
  const sentences = placed.map(({ text }) => text);
  const places = placed.map(({ paragraph, from, to }) => ({ paragraph, from, to }));
  const marks = lesson.paragraphs.flatMap((each, paragraph) =>
    marksIn(
      each,
      placed.filter((place) => place.paragraph === paragraph),
    ),
  );
  const running = sentences.map((sentence) => (language.spaces ? runningWordsOf(sentence) : []));
  const folded = running.map((words) => words.map(({ text }) => foldOnce(text, language)));
  const counts = new Map<string, number>();
  for (const key of folded.flat()) counts.set(key, (counts.get(key) ?? 0) + 1);
  const inside = new Set(running.flatMap((words, index) => wordsInside(words, sentences[index] ?? "")));
  const isNative = inScriptsOf(language);
  const lowered = sentences.map((sentence) => inLowerCase(sentence, { language }));
  const answers = sentences.map((sentence) => foldAnswer(sentence, language));
  const hasSentence = sentenceTest(sentences, { language, lowered });
  return {
    language,
    sentences,
    places,
    lowered,
    answers,
    running,
    folded,
    marks,
    words: lesson.words,
    counts,
    inside,
    isNative,
    hasSentence,
    title: lesson.title ?? "",
    unfit: unfitIn(placed, { answers, title: foldAnswer(lesson.title ?? "", language) }),
    alike: likenessOf(lowered),
  };
}

const endMark = /[.!?…؟۔;।॥։።。！？．｡៕᱾][\p{P}\s]*$/u;

// How many signs may follow an end mark. Limits the work for a text that is nothing but marks.
const mostSignsBehind = 8;

function endsSentence(text: string): boolean {
  return endMark.test(text.slice(-mostSignsBehind));
}

const joined = /[.!?…]\s?[»”“"]\s(?:[«“„"]\s?)?[¿¡]?\p{Lu}/u;

/** A heading is a paragraph of one sentence without an end mark, if most sentences have one. */
function unfitIn(
  placed: readonly { text: string; paragraph: number }[],
  { answers, title }: { answers: readonly string[]; title: string },
): Set<number> {
  const sizes = new Map<number, number>();
  for (const { paragraph } of placed) sizes.set(paragraph, (sizes.get(paragraph) ?? 0) + 1);
  const ended = placed.filter(({ text }) => endsSentence(text)).length;
  return new Set(
    placed.flatMap(({ text, paragraph }, index) => {
      const isAlone = sizes.get(paragraph) === 1 && ended * 2 > placed.length;
      const isTitle = title !== "" && answers[index] === title;
      return isTitle || joined.test(text) || (isAlone && !endsSentence(text)) ? [index] : [];
    }),
  );
}

function likenessOf(lowered: readonly string[]): Story["alike"] {
  const byText = new Map<string, number[]>();
  for (const [index, text] of lowered.entries()) addTo(byText, text, index);
  return (sentence) => byText.get(lowered[sentence] ?? "") ?? [sentence];
}

// Longer sentences are not used in exercises. Limits the work for a text that is one long sentence.
const longestSentence = 1_000;

/** The marks of each of a paragraph's sentences, except words inside longer ones. */
function marksIn(
  { text, marks, occurrences }: LessonParagraph,
  sentences: readonly Stretch[],
): SentenceMark[][] {
  let [mark, occurrence] = [0, 0];
  return sentences.map(({ from, to }) => {
    const [firstMark, first] = [mark, occurrence];
    while ((marks[mark]?.start ?? to) < to) mark += 1;
    while ((occurrences[occurrence]?.start ?? to) < to) occurrence += 1;
    if (to - from > longestSentence) return [];
    const inside = occurrences.slice(first, occurrence);
    return marks.slice(firstMark, mark).flatMap(({ start, end, word }) => {
      const same = inside.filter((one) => one.word === word);
      const own = same.find((one) => one.start === start && one.end === end);
      if (own === undefined || own.isPart || start < from || end > to) return [];
      const place = {
        start: placeInSentence(text, { from }, start),
        end: placeInSentence(text, { from }, end),
      };
      return [{ ...place, word, isOnly: same.length === 1 }];
    });
  });
}

// Compares lengths first because that is fast, and lower case hardly ever changes a length.
function sentenceTest(
  sentences: readonly string[],
  { language, lowered }: Pick<Story, "language" | "lowered">,
): (text: string) => boolean {
  const lengths = new Set(sentences.map(({ length }) => length));
  const known = new Set(lowered);
  return (text) => lengths.has(text.length) && known.has(inLowerCase(text, { language }));
}

export function inLowerCase(text: string, { language }: Pick<Story, "language">): string {
  return lowerCase(text, language.bcp47);
}

export function runningWordsOf(sentence: string): RunningWord[] {
  const words: RunningWord[] = [];
  // Half the time of `matchAll`, in what takes a tenth of an exercise sheet.
  for (let match = runningWord.exec(sentence); match !== null; match = runningWord.exec(sentence)) {
    words.push({ text: match[0], start: match.index });
  }
  return words;
}

// In UTF-16 units: a letter of two, a comma and a space.
const farthestBefore = 4;

// After a quotation mark, a dash or a colon a word may be capitalized as if it began a sentence; after a space or a comma it isn't.
function wordsInside(words: readonly RunningWord[], sentence: string): string[] {
  return words
    .filter(({ start }) =>
      /[\p{L}\p{M}\p{N}],? $/u.test(sentence.slice(Math.max(0, start - farthestBefore), start)),
    )
    .map(({ text }) => text);
}
