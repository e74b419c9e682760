import type { ReadEntry } from "./entry.ts";
import { exactSpans, fold, type Span, type WordLanguage } from "./exact.ts";
import { grammarOf } from "./grammars/grammars.ts";
import { withoutRivals } from "./narrow.ts";
import type { Occurrence, WordFinder } from "./occurrence.ts";
import { rulesFor, type WordRule } from "./rules.ts";

// In UTF-16 units; no ending is longer.
const longestEnding = 12;

/**
 * Finds words in texts without word spacing. A match between two word boundaries is certain; a match inside a segment is only `possible`.
 * Without boundaries every match counts. Pure.
 */
export function unspacedFinder(list: readonly ReadEntry[], language: WordLanguage): WordFinder {
  const grammar = grammarOf(language);
  const rules = list.flatMap(({ headword, kind, varies }, word): WordRule[] =>
    grammar === null
      ? []
      : rulesFor(headword.join(""), { kind, varies }, grammar).map((rule) => ({ ...rule, word })),
  );
  return (text, cuts = null) => {
    const folded = fold(text, language.bcp47);
    const borders = cuts === null ? null : new Set(cuts);
    const exact = list.flatMap(({ whole, forms }, word) =>
      [whole, ...forms].flatMap((form, index) =>
        exactSpans(folded, form, language).map((span): Occurrence => {
          const isWhole = borders === null || (borders.has(span.start) && endsThere(text, span, borders));
          const found = index === 0 ? "exact" : "inflected";
          return { ...span, word, found: isWhole ? found : "possible", isPart: !isWhole };
        }),
      ),
    );
    const inflected = rules.flatMap((rule) => formsIn(rule, { text, borders }));
    return withoutRivals([...exact, ...inflected], list);
  };
}

// The segmenter cuts kana after a kanji at arbitrary places, so a match may end there unless another kanji follows.
function endsThere(text: string, { start, end }: Span, borders: ReadonlySet<number>): boolean {
  if (borders.has(end)) return true;
  return /\p{Script=Han}[ぁ-ん]+$/u.test(text.slice(start, end)) && !/^\p{Script=Han}/u.test(text.slice(end));
}

function formsIn(
  { stem, endings, word, isUnsure, isPart }: WordRule,
  { text, borders }: { text: string; borders: ReadonlySet<number> | null },
): Occurrence[] {
  const found: Occurrence[] = [];
  if (stem === "") return found;
  for (let start = text.indexOf(stem); start !== -1; start = text.indexOf(stem, start + 1)) {
    if (borders !== null && !borders.has(start)) continue;
    const after = start + stem.length;
    for (let end = Math.min(text.length, after + longestEnding); end >= after; end -= 1) {
      if (borders !== null && !endsThere(text, { start, end }, borders)) continue;
      if (!endings.has(text.slice(after, end))) continue;
      const how = isUnsure === true ? "possible" : "inflected";
      found.push({ start, end, word, found: how, isPart: isPart === true });
      break;
    }
  }
  return found;
}
