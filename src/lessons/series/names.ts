import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { runningWords } from "../text/running-words.ts";

/** Languages that capitalize every noun. */
const withCapitalNouns = new Set(["de", "lb", "gsw", "nds", "bar", "pfl"]);

/** A character who plays a part is named at least this often. */
const fewestTimes = 3;

/**
 * The names that occur several times in a story: capitalized words within a sentence that never occur in lower case. Empty for languages
 * that have no capitals, or capitalize every noun.
 */
export function namesIn(sentences: readonly string[], language: LanguageFacts): string[] {
  if (withCapitalNouns.has(language.code) || !language.spaces) return [];
  const counts = new Map<string, number>();
  const small = new Set<string>();
  for (const text of sentences) {
    for (const [at, word] of runningWords(text, language).entries()) {
      const lower = word.toLowerCase();
      if (word === lower) small.add(lower);
      else if (at > 0 && /^\p{Lu}\p{Ll}/u.test(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  return [...counts]
    .filter(([word, count]) => count >= fewestTimes && !small.has(word.toLowerCase()))
    .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([word]) => word);
}
