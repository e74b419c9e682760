import { isUsed, type WordStatus } from "../../lessons/words/occurrence.ts";
import {
  findStoryWords,
  type ParagraphWords,
  requiredWords,
  statusesOfWords,
} from "../../lessons/words/story-words.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";
import type { LessonSource } from "./course.ts";
import { marksOf, type WordMark } from "./word-marks.ts";

/** A required word of a lesson. */
export interface LessonWord {
  readonly word: string;
  readonly gloss: string | null;
  /** The forms named in its list. */
  readonly forms: readonly string[];
  /** Its best match in the story. */
  readonly found: WordStatus;
  /** Whether the story contains it in any form. */
  readonly used: boolean;
}

/** A paragraph, its lines separated by line feeds, with the places of the required words in it. */
export interface Paragraph {
  readonly text: string;
  readonly marks: readonly WordMark[];
}

/** A paragraph of a lesson, with all occurrences of words in it. */
export interface LessonParagraph extends Paragraph, ParagraphWords {}

/**
 * The required words of a lesson, without duplicates, and their places in its paragraphs: as saved, or else found now.
 */
export function lessonWords(
  texts: readonly string[],
  { words: required, found: saved = null }: Pick<LessonSource, "words" | "found">,
  { language, reader }: { language: LanguageFacts; reader: LanguageFacts },
): { words: LessonWord[]; paragraphs: LessonParagraph[] } {
  const list = requiredWords(required, language);
  const found = saved?.length === texts.length ? saved : findStoryWords(texts, list, { language, reader });
  const statuses = statusesOfWords(required, found, language);
  return {
    words: list.map((entry, index) => {
      const status = statuses[index]?.found ?? "missing";
      return { ...entry, found: status, used: isUsed(status) };
    }),
    paragraphs: texts.map((text, index) => {
      const { cuts = null, occurrences = [] } = found[index] ?? {};
      const inside = occurrences.filter(({ start, end }) => start < end && end <= text.length);
      return { text, cuts, occurrences: inside, marks: marksOf(inside) };
    }),
  };
}
