import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { remembered } from "../../shared/remembered.ts";
import { foldCharacter, foldText } from "../text/fold-text.ts";

export type WordLanguage = Pick<LanguageFacts, "code" | "bcp47" | "spaces" | "words">;

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text folded for comparison, with the offset in the original for every folded UTF-16 unit and for the end. */
export interface Folded {
  readonly text: string;
  readonly offsets: readonly number[];
}

// Characters that extend the cluster before them: marks, the joiner, and the Thai and Lao AM vowels, which Unicode counts as letters.
const extendsCluster = /^(?:\p{M}|\u200d|[\u0e33\u0eb3])/u;

// Characters that belong to the letter after them: the joiner, stacking signs, and the Thai and Lao vowels that are written first.
const holdsNext = /[\u200d\u17d2\u1039\u1a60\u0e40-\u0e44\u0ec0-\u0ec4]$/u;

// The zero-width non-joiner occurs inside Persian words.
const wordAtStart = /^[\p{L}\p{M}\p{N}\u200c\u200d]/u;
const wordAtEnd = /[\p{L}\p{M}\p{N}\u200c\u200d]$/u;

// Korean has word spacing, but attaches particles to the noun.
const particlesFollow = new Set(["ko"]);

/** The key by which words are compared: words with the same fold are the same word. */
export function foldWord(word: string, language: Pick<LanguageFacts, "bcp47">): string {
  return fold(word.trim(), language.bcp47).text;
}

/**
 * The places of a word in a text. Ignores case, white space and optional vowel points. Never cuts a cluster; with word spacing, matches only at word
 * boundaries.
 */
export function exactSpans(folded: Folded, word: string, language: WordLanguage): Span[] {
  const places: Span[] = [];
  if (word === "") return places;
  let at = folded.text.indexOf(word);
  while (at !== -1) {
    const end = at + word.length;
    if (standsAlone(folded.text, { start: at, end }, language)) {
      // Includes optional points after the last letter, which folding removed.
      places.push({ start: folded.offsets[at] ?? 0, end: folded.offsets[end] ?? 0 });
      at = folded.text.indexOf(word, end);
    } else {
      at = folded.text.indexOf(word, at + 1);
    }
  }
  return places;
}

function standsAlone(text: string, span: Span, language: WordLanguage): boolean {
  const before = text.slice(Math.max(0, span.start - 2), span.start);
  const after = text.slice(span.end, span.end + 2);
  if (extendsCluster.test(after) || holdsNext.test(before)) return false;
  if (!language.spaces) return true;
  const word = text.slice(span.start, span.end);
  if (wordAtStart.test(word) && wordAtEnd.test(before)) return false;
  return !(wordAtEnd.test(word) && wordAtStart.test(after)) || particlesFollow.has(language.code);
}

/** Folds a text one code point at a time, to keep the offset of each folded unit. */
export function fold(text: string, tag: string): Folded {
  const foldOf = folds(tag);
  const offsets: number[] = [];
  let folded = "";
  let offset = 0;
  let afterSpace = false;
  for (const character of text) {
    let part = foldOf(character);
    if (part === " " && afterSpace) part = "";
    else if (part !== "") afterSpace = part === " ";
    folded += part;
    for (let unit = 0; unit < part.length; unit += 1) offsets.push(offset);
    offset += character.length;
  }
  offsets.push(offset);
  return { text: folded, offsets };
}

// A cache by language: a course folds the same few hundred characters millions of times. Its size is bounded by that of Unicode.
const folds = remembered((tag: string) => remembered((character: string) => foldCharacter(character, tag)));

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
 * The places between the words of a text, in ascending order. They are saved, because `Intl.Segmenter` may differ in another version of Node. Null
 * with word spacing, or if words can't be segmented.
 */
export function cutsOf(text: string, { bcp47, spaces, words }: TextLanguage): number[] | null {
  if (spaces || words !== "icu") return null;
  const segments = new Intl.Segmenter(bcp47, { granularity: "word" }).segment(text);
  return [...Array.from(segments, ({ index }) => index), text.length];
}
