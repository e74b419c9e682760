import type { SentencePlace } from "../../lessons/align/script.ts";
import { lowerCase } from "../../lessons/text/lower-case.ts";
import { placedSentences, placeInSentence, type Stretch } from "../../lessons/text/sentences.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";
import type { LessonParagraph, LessonWord } from "../contents/lesson-words.ts";
import { foldAnswer } from "./answer.ts";
import { inScriptOf } from "./letter-script.ts";

/** What exercises are made from: a story's sentences and its lesson's words. */
export interface Story {
  readonly language: LanguageFacts;
  readonly sentences: readonly string[];
  /** Where each of them stands. */
  readonly places: readonly SentencePlace[];
  /** The same sentences in lower case. */
  readonly lowered: readonly string[];
  /** The running words of each of them; empty for languages without spaces. */
  readonly running: readonly (readonly RunningWord[])[];
  readonly words: readonly LessonWord[];
  /** Where each sentence has them, by their numbers. */
  readonly marks: readonly (readonly SentenceMark[])[];
  /** How often each running word stands in the story, by its fold; empty for languages without spaces. */
  readonly counts: ReadonlyMap<string, number>;
  /** The running words that stand right behind another one, exactly as they are written: a capital in there is a word's own. */
  readonly inside: ReadonlySet<string>;
  /** Whether a word is in the script that the story is written in. */
  readonly isNative: (word: string) => boolean;
  /** Whether a text is a sentence of the story, whatever its case. */
  readonly hasSentence: (text: string) => boolean;
}

/** A word of the list in a sentence. */
export interface SentenceMark {
  readonly start: number;
  readonly end: number;
  readonly word: number;
  /** Whether the sentence has nothing else that is or may be a form of the word. */
  readonly isOnly: boolean;
}

export interface RunningWord {
  readonly text: string;
  readonly start: number;
}

// A running word with what is written inside one: marks, joiners, apostrophes, hyphens.
const runningWord =
  /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}]|\u200c|\u200d|['’\u02bc-](?=[\p{L}\p{M}\p{N}]))*/gu;

/** Reads a lesson as exercises see it. */
export function storyOf(
  lesson: { readonly paragraphs: readonly LessonParagraph[]; readonly words: readonly LessonWord[] },
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
  const counts = new Map<string, number>();
  for (const { text } of running.flat()) {
    const key = foldAnswer(text, language);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const inside = new Set(running.flatMap((words, index) => wordsInside(words, sentences[index] ?? "")));
  const isNative = inScriptOf(sentences.join(" "));
  const lowered = sentences.map((sentence) => inLowerCase(sentence, { language }));
  const hasSentence = sentenceTest(sentences, { language, lowered });
  return {
    ...{ language, sentences, places, lowered, running, marks, words: lesson.words },
    ...{ counts, inside, isNative, hasSentence },
  };
}

// Nothing is asked of a longer sentence, and an odd text may be one sentence.
const longestSentence = 1_000;

/** The marks of each of a paragraph's sentences. A word inside a longer one is nothing to ask for by itself. */
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

// Case changes the length of next to no text, and a length is compared at once.
function sentenceTest(
  sentences: readonly string[],
  { language, lowered }: Pick<Story, "language" | "lowered">,
): (text: string) => boolean {
  const lengths = new Set(sentences.map(({ length }) => length));
  const known = new Set(lowered);
  return (text) => lengths.has(text.length) && known.has(inLowerCase(text, { language }));
}

/** A text of the story in lower case by the rules of its language. */
export function inLowerCase(text: string, { language }: Pick<Story, "language">): string {
  return lowerCase(text, language.bcp47);
}

function runningWordsOf(sentence: string): RunningWord[] {
  return [...sentence.matchAll(runningWord)].map((match) => ({ text: match[0], start: match.index }));
}

// A letter of two units, a comma and a space.
const farthestBefore = 4;

// A quotation, a dash or a colon lets the next word begin as a sentence does; a space or a comma doesn't.
function wordsInside(words: readonly RunningWord[], sentence: string): string[] {
  return words
    .filter(({ start }) =>
      /[\p{L}\p{M}\p{N}],? $/u.test(sentence.slice(Math.max(0, start - farthestBefore), start)),
    )
    .map(({ text }) => text);
}
