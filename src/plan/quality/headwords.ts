import type { WordLists } from "../plan.ts";
import type { LevelWord } from "./level-word.ts";

/** The headwords of `levels`, by language. A word on several lists has the lowest of their levels. */
export function headwordsIn(lists: WordLists): ReadonlyMap<string, readonly LevelWord[]> {
  const found = new Map<string, Map<string, LevelWord>>();
  const levels = [...lists].map(([level, byLanguage]) => ({ level: Number(level), byLanguage }));
  for (const { level, byLanguage } of levels.toSorted((a, b) => a.level - b.level)) {
    for (const [lang, words] of byLanguage) {
      const ofLanguage = found.get(lang) ?? new Map<string, LevelWord>();
      found.set(lang, ofLanguage);
      for (const { word, gloss, key } of words)
        if (!ofLanguage.has(key)) ofLanguage.set(key, { word, gloss, level });
    }
  }
  return new Map([...found].map(([lang, words]) => [lang, [...words.values()]]));
}
