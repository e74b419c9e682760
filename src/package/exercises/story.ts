import type { SentencePlace } from "../../lessons/align/script.ts";
import { lowerCase } from "../../lessons/text/lower-case.ts";
import { placedSentences } from "../../lessons/text/sentences.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";
import type { LessonWord, Paragraph } from "../contents/lesson-words.ts";
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
  /** How often each running word stands in the story, by its fold; empty for languages without spaces. */
  readonly counts: ReadonlyMap<string, number>;
  /** The running words that stand right behind another one, exactly as they are written: a capital in there is a word's own. */
  readonly inside: ReadonlySet<string>;
  /** Whether a word is in the script that the story is written in. */
  readonly isNative: (word: string) => boolean;
  /** Whether a text is a sentence of the story, whatever its case. */
  readonly hasSentence: (text: string) => boolean;
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
  lesson: { readonly paragraphs: readonly Paragraph[]; readonly words: readonly LessonWord[] },
  language: LanguageFacts,
): Story {
  const placed = lesson.paragraphs.flatMap(({ text }, paragraph) =>
    placedSentences(text, language).map((sentence) => ({ ...sentence, paragraph })),
  );
  const sentences = placed.map(({ text }) => text);
  const places = placed.map(({ paragraph, from, to }) => ({ paragraph, from, to }));
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
    ...{ language, sentences, places, lowered, running, words: lesson.words },
    ...{ counts, inside, isNative, hasSentence },
  };
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
