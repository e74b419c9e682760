import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { foldText } from "../text/fold-text.ts";

/** A running word of a text, with its place in UTF-16 units. */
export interface Token {
  readonly start: number;
  readonly end: number;
  /** Folded: without case and optional vowel points. */
  readonly text: string;
}

type TextLanguage = Pick<LanguageFacts, "bcp47" | "spaces" | "words">;

// The zero-width non-joiner occurs inside Persian words. Apostrophes and hyphens separate words.
const runningWord = /[\p{L}\p{M}\p{N}\u200c\u200d]+/gu;

/** The running words of a text with word spacing. Stable across versions of Node, except for letters that Unicode adds. */
export function tokensOf(text: string, language: Pick<LanguageFacts, "bcp47">): Token[] {
  return [...text.matchAll(runningWord)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: foldText(match[0], language.bcp47),
  }));
}

/**
 * The word boundaries of a text without word spacing, in ascending order. They come from `Intl.Segmenter` and may differ in another version
 * of Node, so they are saved. Null if the language has word spacing, or if its words can't be segmented.
 */
export function cutsOf(text: string, { bcp47, spaces, words }: TextLanguage): number[] | null {
  if (spaces || words !== "icu") return null;
  const segments = new Intl.Segmenter(bcp47, { granularity: "word" }).segment(text);
  return [...Array.from(segments, ({ index }) => index), text.length];
}
