import type { LanguageFacts } from "../../shared/languages/languages.ts";

/** How long a text is, in the unit that its language is counted in. */
export interface TextSize {
  readonly unit: "words" | "characters";
  readonly count: number;
  /** Minutes that a learner needs to read it once, at least 1. */
  readonly minutes: number;
}

// A learner who reads with ease reads a little slower than the 150 to 200 words a minute of fluent extensive reading.
const wordsPerMinute = 120;
const charactersPerMinute = 200;

/**
 * Words between spaces where the language sets them, letters and digits elsewhere. Never what `Intl.Segmenter` says: its dictionaries
 * change with the version, and the package has the same bytes everywhere.
 */
export function textSize(text: string, language: Pick<LanguageFacts, "spaces">): TextSize {
  const unit = language.spaces ? "words" : "characters";
  const count =
    (language.spaces ? text.match(/[\p{L}\p{N}]\S*/gu) : text.match(/[\p{L}\p{N}]/gu))?.length ?? 0;
  const rate = language.spaces ? wordsPerMinute : charactersPerMinute;
  return { unit, count, minutes: Math.max(1, Math.round(count / rate)) };
}
