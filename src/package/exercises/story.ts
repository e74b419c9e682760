import type { LanguageFacts } from "../../shared/languages.ts";
import type { LessonWord, Paragraph } from "../lesson-words.ts";
import { lowerCase } from "../lower-case.ts";
import { foldAnswer } from "./answer.ts";
import { inScriptOf } from "./letter-script.ts";
import { sentencesOf } from "./sentences.ts";

/** What exercises are made from: a story's sentences and its lesson's words. */
export interface Story {
  readonly language: LanguageFacts;
  readonly sentences: readonly string[];
  /** The sentences in lower case, to ask whether a text is one of them. */
  readonly lowered: ReadonlySet<string>;
  readonly words: readonly LessonWord[];
  /** How often each running word stands in the story, by its fold; empty for languages without spaces. */
  readonly counts: ReadonlyMap<string, number>;
  /** The running words that stand right behind another one, exactly as they are written: a capital in there is a word's own. */
  readonly inside: ReadonlySet<string>;
  /** Whether a word is in the script that the story is written in. */
  readonly isNative: (word: string) => boolean;
}

// A running word with what is written inside one: marks, joiners, apostrophes, hyphens.
const runningWord =
  /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}]|\u200c|\u200d|['’\u02bc-](?=[\p{L}\p{M}\p{N}]))*/gu;

/** Reads a lesson as exercises see it. */
export function storyOf(
  lesson: { readonly paragraphs: readonly Paragraph[]; readonly words: readonly LessonWord[] },
  language: LanguageFacts,
): Story {
  const sentences = lesson.paragraphs.flatMap(({ text }) => sentencesOf(text, language));
  const running = language.spaces ? sentences.flatMap((sentence) => runningWordsOf(sentence)) : [];
  const counts = new Map<string, number>();
  for (const { text } of running) {
    const key = foldAnswer(text, language);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const inside = new Set(language.spaces ? sentences.flatMap(wordsInside) : []);
  const isNative = inScriptOf(sentences.join(" "));
  const lowered = new Set(sentences.map((sentence) => inLowerCase(sentence, { language })));
  return { language, sentences, lowered, words: lesson.words, counts, inside, isNative };
}

/** A text of the story in lower case by the rules of its language. */
export function inLowerCase(text: string, { language }: Pick<Story, "language">): string {
  return lowerCase(text, language.bcp47);
}

/** The running words of a sentence that is written with spaces, and where they begin. */
export function runningWordsOf(sentence: string): { text: string; start: number }[] {
  return [...sentence.matchAll(runningWord)].map((match) => ({ text: match[0], start: match.index }));
}

// A quotation, a dash or a colon lets the next word begin as a sentence does; a space or a comma doesn't.
function wordsInside(sentence: string): string[] {
  return runningWordsOf(sentence)
    .filter(({ start }) => /[\p{L}\p{M}\p{N}],? $/u.test(sentence.slice(0, start)))
    .map(({ text }) => text);
}
