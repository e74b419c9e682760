import { directionOf, signsOf } from "../../lessons/text/scripts.ts";
import { apart } from "../../lessons/words/narrow.ts";
import { isUsed, type Occurrence, type WordStatus } from "../../lessons/words/occurrence.ts";
import {
  findStoryWords,
  type ParagraphWords,
  requiredWords,
  statusesOfWords,
} from "../../lessons/words/story-words.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";
import type { Ruby } from "../../shared/languages/ruby.ts";
import type { LessonSource } from "./course.ts";

/** A required word of a lesson. */
export interface LessonWord {
  readonly word: string;
  readonly gloss: string | null;
  /** How it is read, in a lesson that shows readings. */
  readonly reading?: string;
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
  /** What is shown above it. Left out: nothing. */
  readonly readings?: readonly Ruby[];
}

/** A paragraph of a lesson, with all occurrences of words in it. */
export interface LessonParagraph extends Paragraph, ParagraphWords {}

/** The required words of a lesson, without duplicates, and their places in its paragraphs, either as saved or as found now. */
export function lessonWords(
  texts: readonly string[],
  { words: required, found: saved = null, readings }: Pick<LessonSource, "words" | "found" | "readings">,
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
      const above = readings?.paragraphs[index];
      return { text, cuts, occurrences: inside, marks: marksOf(inside), ...(above && { readings: above }) };
    }),
  };
}

/** The place of a required word in a text: UTF-16 offsets, `end` exclusive; `word` is its index in the list. */
export interface WordMark {
  readonly start: number;
  readonly end: number;
  readonly word: number;
  /** What a compound is composed of, one of whose parts is the word. Its meaning is not that of the word. */
  readonly parts?: readonly [string, string] | undefined;
}

/** A marked compound. */
export interface Compound extends WordMark {
  readonly parts: readonly [string, string];
}

/**
 * The occurrences to mark, in text order. `possible` occurrences are included only if they are compounds, and only the longest of overlapping
 * occurrences is kept. Pure.
 */
export function marksOf(occurrences: readonly Occurrence[]): WordMark[] {
  const longest = new Map<number, number>();
  const sure = occurrences.filter(({ found, parts }) => found !== "possible" || parts !== undefined);
  for (const { start, end, word } of sure) longest.set(word, Math.max(longest.get(word) ?? 0, end - start));
  const lengthOf = ({ word }: Occurrence) => longest.get(word) ?? 0;
  const order = [...sure].sort(
    (a, b) =>
      Number(a.isPart) - Number(b.isPart) ||
      lengthOf(b) - lengthOf(a) ||
      a.word - b.word ||
      a.start - b.start,
  );
  return apart(order)
    .map(({ start, end, word, parts }) => ({ start, end, word, ...(parts && { parts }) }))
    .sort((a, b) => a.start - b.start);
}

/** The words that are marked in their own right, not as parts of compounds, by their index in the list. */
export function wordsMarked(marks: readonly WordMark[]): number[] {
  return marks.filter(({ parts }) => parts === undefined).map(({ word }) => word);
}

export interface TextDirection {
  readonly dir: "ltr" | "rtl";
  /** The BCP 47 tag, with a script if it is not the language's usual one. */
  readonly tag: string;
  /** ISO 15924: the script of the text. */
  readonly script: string;
}

/**
 * The direction of a text: its language's direction, or, if that depends on the script (Azerbaijani, Kazakh, Uyghur and the like), the direction of the
 * script that most of its letters are in.
 */
export function textDirection(text: string, language: LanguageFacts): TextDirection {
  const { dir, bcp47, script, otherScripts, dirFollowsScript } = language;
  const usual = { dir, tag: bcp47, script };
  if (!dirFollowsScript) return usual;
  const counts = [script, ...otherScripts].map((code) => ({
    code,
    count: text.match(new RegExp(`(?=\\p{L})[${signsOf(code)}]`, "gu"))?.length ?? 0,
  }));
  const { code } = counts.reduce((most, one) => (one.count > most.count ? one : most));
  const written = directionOf(code);
  if (written === dir) return usual;
  return { dir: written, tag: `${bcp47.split("-")[0]}-${code}`, script: code };
}
