import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { foldText } from "../text/fold-text.ts";
import { withCapitalNouns } from "../text/running-words.ts";
import { cutsOf, tokensOf } from "../words/exact.ts";
import type { Occurrence } from "../words/occurrence.ts";
import { wordFinder } from "../words/word-finder.ts";

export interface Headword {
  readonly word: string;
  readonly gloss: string | null;
  readonly level: number;
}

/** A running word that is on no list up to the story's level. */
export interface OffListWord {
  readonly word: string;
  readonly count: number;
  /** The first sentence that has it, from 0. */
  readonly sentence: number;
}

/** A story's running words, compared with lists of headwords. */
export interface Profile {
  /** Running words, without names and numbers. */
  readonly running: number;
  /** The number of running words at each level, in ascending order. Words on no list are not counted. */
  readonly byLevel: readonly { readonly level: number; readonly running: number }[];
  /** The share of running words on the lists up to the story's level. */
  readonly known: number;
  readonly offList: readonly OffListWord[];
}

/** Profiles one story. Null if the story's words can't be told apart. */
export type Profiler = (sentences: readonly string[], level: number) => Profile | null;

/** Prepares the lists once for many stories. A word that may be an inflected form of a headword counts as that headword. Pure. */
export function profiler(
  headwords: readonly Headword[],
  languages: { readonly language: LanguageFacts; readonly reader: LanguageFacts },
): Profiler {
  const { language } = languages;
  const find = wordFinder(headwords, languages);
  const levelAt = (found: readonly Occurrence[], { start, end }: Span): number =>
    Math.min(
      ...found
        .filter((one) => one.start < end && one.end > start)
        .map(({ word }) => headwords[word]?.level ?? Number.POSITIVE_INFINITY),
    );
  return (sentences, level) => {
    const names = namesAmong(sentences, language);
    const words: LeveledWord[] = [];
    for (const [sentence, text] of sentences.entries()) {
      const cuts = cutsOf(text, language);
      const spans = placedWords(text, cuts, language);
      if (spans === null) return null;
      const found = find(text, cuts);
      for (const span of spans) {
        const word = text.slice(span.start, span.end);
        if (/\p{L}/u.test(word) && !names.has(word))
          words.push({ word, sentence, level: levelAt(found, span) });
      }
    }
    return profileOf(words, level, (word) => foldText(word, language.bcp47));
  };
}

interface LeveledWord {
  readonly word: string;
  readonly sentence: number;
  readonly level: number;
}

function profileOf(words: readonly LeveledWord[], level: number, keyOf: (word: string) => string): Profile {
  const byLevel = new Map<number, number>();
  const off = new Map<string, OffListWord>();
  for (const one of words) {
    if (Number.isFinite(one.level)) byLevel.set(one.level, (byLevel.get(one.level) ?? 0) + 1);
    if (one.level <= level) continue;
    const { word, sentence } = one;
    const before = off.get(keyOf(word)) ?? { word, count: 0, sentence };
    off.set(keyOf(word), { ...before, count: before.count + 1 });
  }
  const known = words.filter((one) => one.level <= level).length;
  return {
    running: words.length,
    byLevel: [...byLevel].toSorted(([a], [b]) => a - b).map(([of, running]) => ({ level: of, running })),
    known: words.length === 0 ? 1 : known / words.length,
    offList: [...off.values()].toSorted((a, b) => b.count - a.count || a.sentence - b.sentence),
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function placedWords(text: string, cuts: readonly number[] | null, language: LanguageFacts): Span[] | null {
  if (language.spaces) return tokensOf(text, language);
  if (cuts === null) return null;
  return cuts.slice(0, -1).map((start, at) => ({ start, end: cuts[at + 1] ?? text.length }));
}

/** Words that are capitalized within a sentence and never occur in lower case: names, which learners need not know. */
function namesAmong(sentences: readonly string[], language: LanguageFacts): Set<string> {
  const names = new Set<string>();
  if (!language.spaces || withCapitalNouns.has(language.code)) return names;
  const small = new Set<string>();
  for (const text of sentences) {
    for (const [at, { start, end }] of tokensOf(text, language).entries()) {
      const word = text.slice(start, end);
      if (at > 0 && /^\p{Lu}/u.test(word)) names.add(word);
      else if (/^\p{Ll}/u.test(word)) small.add(word);
    }
  }
  return new Set([...names].filter((name) => !small.has(name.toLowerCase())));
}

/** For each story, how many running words per hundred occurred in no earlier story. Null if words can't be told apart. */
export function newWordsPerHundred(
  stories: readonly (readonly string[])[],
  language: LanguageFacts,
): (number | null)[] {
  const met = new Set<string>();
  return stories.map((sentences) => {
    let running = 0;
    let fresh = 0;
    for (const text of sentences) {
      const words = placedWords(text, cutsOf(text, language), language);
      if (words === null) return null;
      for (const { start, end } of words) {
        const word = text.slice(start, end);
        if (!/\p{L}/u.test(word)) continue;
        running += 1;
        const key = foldText(word, language.bcp47);
        if (!met.has(key)) fresh += 1;
        met.add(key);
      }
    }
    return running === 0 ? 0 : Math.round((1_000 * fresh) / running) / 10;
  });
}
