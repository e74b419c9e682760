import { languageOf } from "../../shared/languages/languages.ts";
import type { StoryOrder } from "../ports.ts";

/**
 * The required words that a text does not contain, ignoring case and Unicode normalization. In languages with spaces a word must stand alone: "pan"
 * is not in "pantalón". A word of white space only is never missing.
 */
export function wordsMissingIn(text: string, { lang, words }: Pick<StoryOrder, "lang" | "words">): string[] {
  const folded = fold(text);
  const { spaces } = languageOf(lang);
  return words
    .map(({ word }) => word)
    .filter((word) => fold(word) !== "" && !uses(folded, fold(word), spaces));
}

function fold(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").trim();
}

function uses(text: string, word: string, spaces: boolean): boolean {
  if (!spaces) return text.includes(word);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.slice(0, at);
    const after = text.slice(at + word.length);
    if (!/[\p{L}\p{M}\p{N}]$/u.test(before) && !/^[\p{L}\p{M}\p{N}]/u.test(after)) return true;
  }
  return false;
}
