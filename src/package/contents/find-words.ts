import { exactSpans, fold, foldWord, type Span, type WordLanguage } from "../../lessons/words/exact.ts";

/** Where a required word stands in a text: UTF-16 offsets, `end` exclusive, and the word's place in the list. */
export interface WordMark {
  readonly start: number;
  readonly end: number;
  readonly word: number;
}

/** All places of all words: `wordFinder` for one text. */
export function findWords(text: string, words: readonly string[], language: WordLanguage): FoundWords {
  return wordFinder(words, language)(text);
}

export interface FoundWords {
  /** Longest word first and never overlapping, in the order of the text. */
  readonly marks: readonly WordMark[];
  /** For each word whether the text has it at all, also inside a longer one. */
  readonly used: readonly boolean[];
}

/**
 * Finds all places of all words in one text after another; the words are folded once. Case, white space and optional vowel points don't
 * count; where the language sets spaces a word begins and ends at a word boundary, and nowhere is a combining cluster cut. A word in another
 * inflection is not found.
 */
export function wordFinder(words: readonly string[], language: WordLanguage): (text: string) => FoundWords {
  const keys = words.map((word) => foldWord(word, language));
  return (text) => {
    const folded = fold(text, language.bcp47);
    const found = keys.map((key) => exactSpans(folded, key, language));
    return { marks: marksOf(found, text.length), used: found.map((places) => places.length > 0) };
  };
}

function marksOf(found: readonly (readonly Span[])[], length: number): WordMark[] {
  if (found.every((places) => places.length === 0)) return [];
  const order = found.map((_, word) => word).sort((a, b) => longest(found, b) - longest(found, a) || a - b);
  const marks: WordMark[] = [];
  const taken = new Uint8Array(length);
  for (const word of order) {
    for (const place of found[word] ?? []) {
      if (taken.subarray(place.start, place.end).includes(1)) continue;
      taken.fill(1, place.start, place.end);
      marks.push({ ...place, word });
    }
  }
  return marks.sort((a, b) => a.start - b.start);
}

/** Counts how often a text has each of the words, also inside longer ones of them. The words are folded once for all texts. */
export function wordCounter(words: readonly string[], language: WordLanguage): (text: string) => number[] {
  const keys = words.map((word) => foldWord(word, language));
  return (text) => {
    const folded = fold(text, language.bcp47);
    return keys.map((key) => exactSpans(folded, key, language).length);
  };
}

function longest(found: readonly (readonly Span[])[], word: number): number {
  return (found[word] ?? []).reduce((most, place) => Math.max(most, place.end - place.start), 0);
}
