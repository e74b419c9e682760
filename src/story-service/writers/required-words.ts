import { languageOf } from "../../shared/languages/languages.ts";
import type { StoryOrder } from "../ports.ts";
import type { LanguagePack } from "./language-pack.ts";

/** A required word, and its gloss if it has one. */
export type RequiredWord = StoryOrder["words"][number];

/** The sentences for a word that shows its word class; null for other words. */
export function framesFor(
  { word, gloss }: RequiredWord,
  { wordFrames }: LanguagePack,
): readonly string[] | null {
  const fits = wordFrames.find(
    (each) => each.word.test(word) && (each.gloss === null || each.gloss.test(gloss ?? "")),
  );
  return fits?.frames ?? null;
}

/**
 * The required words that a text does not contain, ignoring case and Unicode normalization. In languages with spaces a word must stand alone: "pan"
 * is not in "pantalón". A word that is only white space never counts as missing.
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
