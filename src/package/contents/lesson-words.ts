import { foldWord } from "../../lessons/words/exact.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { cleanLine } from "../../shared/text.ts";
import { findWords, type WordMark } from "./find-words.ts";

/** A required word of a lesson. */
export interface LessonWord {
  readonly word: string;
  readonly gloss: string | null;
  /** Whether the story contains it in exactly this form. */
  readonly used: boolean;
}

/** A paragraph, its lines separated by line feeds, with the positions of the required words. */
export interface Paragraph {
  readonly text: string;
  readonly marks: readonly WordMark[];
}

/** The required words of a lesson, without duplicates that differ only in case, and their positions in its paragraphs. */
export function lessonWords(
  texts: readonly string[],
  required: readonly { readonly word: string; readonly gloss: string | null }[],
  language: LanguageFacts,
): { words: LessonWord[]; paragraphs: Paragraph[] } {
  const once = new Map<string, { word: string; gloss: string | null }>();
  for (const { word: written, gloss } of required) {
    const word = cleanLine(written);
    const key = foldWord(word, language);
    const before = once.get(key);
    if (before === undefined) once.set(key, { word, gloss: cleanGloss(gloss) });
    else if (before.gloss === null) before.gloss = cleanGloss(gloss);
  }
  const list = [...once.values()].filter(({ word }) => word !== "");
  const found = texts.map((text) =>
    findWords(
      text,
      list.map(({ word }) => word),
      language,
    ),
  );
  return {
    words: list.map((entry, index) => ({ ...entry, used: found.some(({ used }) => used[index]) })),
    paragraphs: texts.map((text, index) => ({ text, marks: found[index]?.marks ?? [] })),
  };
}

function cleanGloss(gloss: string | null): string | null {
  return cleanLine(gloss ?? "") || null;
}
