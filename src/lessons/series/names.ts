import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { runningWords } from "../text/running-words.ts";

/** Every noun is written with a capital. */
const withCapitalNouns = new Set(["de", "lb", "gsw", "nds", "bar", "pfl"]);

/** Named so often somebody plays a part. */
const fewestTimes = 3;

/**
 * The names that a story says several times: words with a capital that stand within a sentence, and are nowhere written small. None in languages that set no
 * capitals, or give them to every noun.
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
