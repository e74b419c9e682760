import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { foldText } from "../text/fold-text.ts";

/** A running word of a text: where it stands, in UTF-16 units, and how it is compared. */
export interface Token {
  readonly start: number;
  readonly end: number;
  /** Folded: case and optional points don't count. */
  readonly text: string;
}

type TextLanguage = Pick<LanguageFacts, "bcp47" | "spaces" | "words">;

// The non-joiner stands inside Persian words. An apostrophe and a hyphen part words: what stands beside them is looked for by itself.
const runningWord = /[\p{L}\p{M}\p{N}\u200c\u200d]+/gu;

/** The running words of a text whose language sets spaces. The same on every version of Node, but for letters that Unicode adds. */
export function tokensOf(text: string, language: Pick<LanguageFacts, "bcp47">): Token[] {
  return [...text.matchAll(runningWord)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: foldText(match[0], language.bcp47),
  }));
}

/**
 * Where words begin and end in a text that sets no spaces, in ascending order: what `Intl.Segmenter` says, which another version of Node may say
 * otherwise, so it is saved. Null where the language sets spaces, or where nothing tells its words apart.
 */
export function cutsOf(text: string, { bcp47, spaces, words }: TextLanguage): number[] | null {
  if (spaces || words !== "icu") return null;
  const segments = new Intl.Segmenter(bcp47, { granularity: "word" }).segment(text);
  return [...Array.from(segments, ({ index }) => index), text.length];
}
