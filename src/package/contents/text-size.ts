import type { LanguageFacts } from "../../shared/languages/languages.ts";

/** The length of a text, in the unit in which its language is counted. */
export interface TextSize {
  readonly unit: "words" | "characters";
  readonly count: number;
  /** Minutes that a learner needs to read it once, at least 1. */
  readonly minutes: number;
}

// Fluent extensive reading is 150 to 200 words per minute; a fluent learner is a little slower.
const wordsPerMinute = 120;
const charactersPerMinute = 200;

/**
 * Counts words if the language separates them by spaces, else letters and digits. Never uses `Intl.Segmenter`: its dictionaries change
 * between versions, and a package must have the same bytes everywhere.
 */
export function textSize(text: string, language: Pick<LanguageFacts, "spaces">): TextSize {
  const unit = language.spaces ? "words" : "characters";
  const count =
    (language.spaces ? text.match(/[\p{L}\p{N}]\S*/gu) : text.match(/[\p{L}\p{N}]/gu))?.length ?? 0;
  const rate = language.spaces ? wordsPerMinute : charactersPerMinute;
  return { unit, count, minutes: Math.max(1, Math.round(count / rate)) };
}
