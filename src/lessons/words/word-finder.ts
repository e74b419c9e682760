import { addTo } from "../../shared/grouped.ts";
import { type ReadEntry, readEntries } from "./entry.ts";
import { exactSpans, fold, foldWord, type Span, type Token, tokensOf, type WordLanguage } from "./exact.ts";
import type { Compounds, Grammar } from "./grammar.ts";
import { grammarOf } from "./grammar.ts";
import { withoutRivals } from "./narrow.ts";
import type { Found, ListEntry, Occurrence, WordFinder } from "./occurrence.ts";
import {
  type Context,
  contradicts,
  followsDeterminer,
  indexRules,
  longestToken,
  type RuleIndex,
  rulesFor,
  type WordRule,
} from "./rules.ts";
import type { Stemmer } from "./stemmer.ts";

export interface FinderOptions {
  readonly language: WordLanguage;
  /** The language of the glosses, which may show a word's class (`to bark`); null if unknown. */
  readonly reader?: Pick<WordLanguage, "bcp47"> | null;
  /** From `loadStemmer`; without it, words that only share a stem are not found. */
  readonly stemmer?: Stemmer | null;
}

export function wordFinder(entries: readonly ListEntry[], options: FinderOptions): WordFinder {
  const { language, reader = null } = options;
  const grammar = grammarOf(language);
  const list = readEntries(entries, {
    language,
    grammar,
    reader: reader === null ? null : grammarOf(reader),
  });
  if (!language.spaces) return unspacedFinder(list, language);
  const prepared = prepare(list, { grammar, ...options });
  return (text) => {
    const tokens = tokensOf(text, language);
    const found = [
      ...wholeEntries(text, prepared),
      ...list.flatMap((entry, word) => phrasesOf(entry, word, { text, tokens, prepared })),
      ...singleWords({ text, tokens, prepared }),
    ];
    return withoutRivals(found, list);
  };
}

interface Prepared {
  readonly list: readonly ReadEntry[];
  readonly language: WordLanguage;
  readonly grammar: Grammar | null;
  readonly index: RuleIndex;
  /** List words by their folded headword; headwords of several words are not included. */
  readonly headwords: ReadonlyMap<string, readonly number[]>;
  readonly stemmer: Stemmer | null;
  readonly stems: ReadonlyMap<string, readonly number[]>;
  readonly parts: KnownParts;
}

interface PrepareOptions extends FinderOptions {
  readonly grammar: Grammar | null;
}

function prepare(
  list: readonly ReadEntry[],
  { grammar, language, stemmer = null }: PrepareOptions,
): Prepared {
  const single = list.flatMap(({ headword, kind, varies }, word) =>
    headword.length === 1 ? [{ text: foldWord(headword[0] ?? "", language), kind, varies, word }] : [],
  );
  const rules = single.flatMap(({ text, word, ...entry }): WordRule[] =>
    grammar === null ? [] : rulesFor(text, entry, grammar).map((rule) => ({ ...rule, word })),
  );
  const nouns = single.filter(
    ({ kind }) => kind === "noun" || (kind === "unknown" && grammar?.compounds !== undefined),
  );
  const stems =
    stemmer === null ? [] : single.map(({ text, word }) => [stemOf(stemmer, text), word] as const);
  return {
    list,
    language,
    grammar,
    stemmer,
    index: indexRules(rules),
    headwords: gathered(single.map(({ text, word }) => [text, word])),
    stems: gathered(stems.filter(([stem]) => stem !== "")),
    parts: gathered(nouns.filter(({ text }) => text.length > 2).map(({ text, word }) => [text, word])),
  };
}

function gathered(pairs: readonly (readonly [string, number])[]): Map<string, number[]> {
  const map = new Map<string, number[]>();
  for (const [key, word] of pairs) addTo(map, key, word);
  return map;
}

function stemOf(stemmer: Stemmer, word: string): string {
  try {
    return stemmer(word);
  } catch {
    return "";
  }
}

/** Exact matches of whole entries, including their article, and of the forms that the list names. */
function wholeEntries(text: string, { list, language, headwords, grammar }: Prepared): Occurrence[] {
  const folded = fold(text, language.bcp47);
  // With a grammar, `singleWords` also judges the context of a single running word.
  const isRunning = (whole: string, word: number) =>
    grammar !== null && headwords.get(whole)?.includes(word) === true;
  return list.flatMap(({ whole, forms }, word) => [
    ...(isRunning(whole, word) ? [] : exactSpans(folded, whole, language)).map(
      (span) => ({ ...span, word, found: "exact", isPart: false }) as const,
    ),
    ...forms.flatMap((form) =>
      exactSpans(folded, form, language).map(
        (span) => ({ ...span, word, found: "inflected", isPart: false }) as const,
      ),
    ),
  ]);
}

interface Running {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly prepared: Prepared;
}

function phrasesOf(entry: ReadEntry, word: number, { text, tokens, prepared }: Running): Occurrence[] {
  if (entry.headword.length < 2) return [];
  const { language, grammar } = prepared;
  return phraseSpans(entry, { text, tokens, language, grammar }).map((place) => ({
    ...place,
    word,
    isPart: false,
  }));
}

function singleWords({ text, tokens, prepared }: Running): Occurrence[] {
  const { headwords, grammar } = prepared;
  const isWord = wordTest(tokens, prepared);
  return tokens.flatMap((token, at) => {
    const found: Occurrence[] = [];
    const place = { start: token.start, end: token.end };
    const context = { text, tokens, at };
    const rules = rulesAt(context, prepared);
    const isSplit = rules.some(({ particle }) => particle !== undefined);
    for (const word of headwords.get(token.text) ?? []) {
      const isOther =
        (isSplit && prepared.list[word]?.kind === "verb") ||
        (grammar !== null && isOtherClass(word, { context, rules, prepared, grammar }));
      found.push({ ...place, word, found: isOther ? "possible" : "exact", isPart: false });
    }
    for (const rule of rules) {
      const isOther = (isSplit && rule.particle === undefined) || rule.isUnsure === true;
      found.push({
        ...place,
        word: rule.word,
        found: isOther ? "possible" : "inflected",
        isPart: rule.isPart === true,
      });
    }
    if (found.length > 0) return found;
    const parts = partsOf(context, prepared, isWord);
    if (parts.length > 0) {
      return parts.map(
        ({ word, parts }) =>
          ({ ...place, word, found: "possible", isPart: true, ...(parts !== null && { parts }) }) as const,
      );
    }
    return stemsLike(token, prepared).map(
      (word) => ({ ...place, word, found: "possible", isPart: false }) as const,
    );
  });
}

/** The rules that produce a running word. A rule that the context contradicts is unsure. */
function rulesAt(context: Context, { index, grammar }: Prepared): WordRule[] {
  const token = context.tokens[context.at]?.text ?? "";
  return index
    .rulesOf(token)
    .filter(({ particle }) => particle === undefined || particleFollows(particle, context))
    .map((rule) =>
      grammar !== null && contradicts(rule.kind, context, grammar) ? { ...rule, isUnsure: true } : rule,
    );
}

interface Spelling {
  readonly context: Context;
  readonly rules: readonly WordRule[];
  readonly prepared: Prepared;
  readonly grammar: Grammar;
}

// A headword whose class is unsure matches in any class. An infinitive counts as the verb even after an article.
function isOtherClass(word: number, { context, rules, prepared, grammar }: Spelling): boolean {
  const entry = prepared.list[word];
  if (entry === undefined) return false;
  if (entry.kind === "verb") {
    const maybeNoun = grammar.bareInfinitive === true || grammar.nounsAreCapital === true;
    return maybeNoun && contradicts("verb", context, grammar);
  }
  if (!entry.isSure) return false;
  if (contradicts(entry.kind, context, grammar)) return true;
  const rival = rules.some((rule) => rule.word !== word && rule.kind === "verb" && rule.isUnsure !== true);
  return (
    rival && entry.kind === "noun" && grammar.nounsAreCapital !== true && !followsDeterminer(context, grammar)
  );
}

function partsOf(
  { text, tokens, at }: Context,
  { grammar, parts }: Prepared,
  isWord: (text: string) => boolean,
): CompoundPart[] {
  const token = tokens[at];
  if (token === undefined || grammar?.compounds === undefined || parts.size === 0) return [];
  if (grammar.nounsAreCapital === true && !/^\p{Lu}/u.test(text.slice(token.start, token.end))) return [];
  const found = compoundParts(token.text, { parts, isWord, compounds: grammar.compounds });
  if (grammar.nounsAreCapital !== true) return found;
  const capital = (part: string) => part.slice(0, 1).toUpperCase() + part.slice(1);
  return found.map((part) => ({
    ...part,
    parts: part.parts && ([capital(part.parts[0]), capital(part.parts[1])] as const),
  }));
}

function wordTest(tokens: readonly Token[], { headwords, index }: Prepared): (text: string) => boolean {
  const here = new Set(tokens.map(({ text }) => text));
  return (text) =>
    text.length > 2 && (here.has(text) || headwords.has(text) || index.rulesOf(text).length > 0);
}

// A separated prefix is the last word of its clause, as in German and Dutch.
function particleFollows(particle: string, { text, tokens, at }: Context): boolean {
  for (const [index, token] of tokens.slice(at + 1).entries()) {
    const before = tokens[at + index];
    if (before !== undefined && /[.!?;:\n]/u.test(text.slice(before.end, token.start))) return false;
    if (token.text === particle && /^\s*(?:$|[^\s\p{L}]|und\b|en\b|oder\b|of\b)/u.test(text.slice(token.end)))
      return true;
  }
  return false;
}

function stemsLike({ text }: Token, { stemmer, stems }: Prepared): readonly number[] {
  if (stemmer === null || text.length > longestToken) return [];
  return stems.get(stemOf(stemmer, text)) ?? [];
}

// In UTF-16 units; no ending is longer.
const longestEnding = 12;

/**
 * A finder for scripts without word spacing: an exact match is certain between two word boundaries, and only `possible` inside a segment, where
 * inflected forms are not looked for. Without boundaries every match counts. Pure.
 */
function unspacedFinder(list: readonly ReadEntry[], language: WordLanguage): WordFinder {
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

/** The words that may be parts of a compound, each with the list words that it is a form of. */
type KnownParts = ReadonlyMap<string, readonly number[]>;

interface CompoundPart {
  readonly word: number;
  /** What it is composed of; null if the other part is unknown, so that the match may be a coincidence. */
  readonly parts: readonly [string, string] | null;
}

// Shorter words occur by chance in unrelated words, such as Ei in Freiheit.
const fewestLetters = 3;
const clearLetters = 5;
const fewestBeside = 3;
// Limits the work for a text that holds a very long string.
const mostLetters = 60;

/** The parts are sure if the other one is a known word, or if both are long and neither is a prefix or a suffix. Pure. */
function compoundParts(
  token: string,
  {
    parts,
    isWord,
    compounds,
  }: { parts: KnownParts; isWord: (text: string) => boolean; compounds: Compounds },
): CompoundPart[] {
  const found = new Map<number, CompoundPart["parts"]>();
  if (token.length > mostLetters) return [];
  const note = (words: readonly number[] | undefined, pair: CompoundPart["parts"]) => {
    for (const word of words ?? []) found.set(word, found.get(word) ?? pair);
  };
  for (let at = fewestLetters; at <= token.length - fewestLetters; at += 1) {
    const [first, last] = [token.slice(0, at), token.slice(at)];
    if (parts.has(last) && first.length >= fewestBeside && /[aeiouyäöüåæø]/u.test(first)) {
      const isClear = last.length >= clearLetters && !compounds.prefixes.has(first);
      const known = knownPart(first, compounds, isWord);
      note(parts.get(last), isClear || known !== null ? [known ?? first, last] : null);
    }
    if (!parts.has(first)) continue;
    const rests = ["", ...compounds.joins].flatMap((join) =>
      last.startsWith(join) && last.length - join.length >= fewestBeside ? [last.slice(join.length)] : [],
    );
    if (rests.length === 0) continue;
    const [rest = ""] = rests;
    // What might begin with a linking element could be cut in two places.
    const isClear =
      rests.length === 1 &&
      first.length >= clearLetters &&
      rest.length > fewestBeside &&
      !hasSuffix(rest, compounds);
    const known = rests.find((each) => isWord(each) || compounds.ends?.has(each) === true);
    note(parts.get(first), known !== undefined ? [first, known] : isClear ? [first, rest] : null);
  }
  return [...found].map(([word, pair]) => ({ word, parts: pair }));
}

/** A first part without what joins it to the last one; null if that is no word. */
function knownPart(
  first: string,
  { joins, prefixes }: Compounds,
  isWord: (text: string) => boolean,
): string | null {
  if (prefixes.has(first)) return null;
  const bare = ["", ...joins].flatMap((join) =>
    first.endsWith(join) ? [first.slice(0, first.length - join.length)] : [],
  );
  return bare.find(isWord) ?? null;
}

function hasSuffix(rest: string, { suffixes }: Compounds): boolean {
  return [...suffixes].some((suffix) => rest.startsWith(suffix) && rest.length - suffix.length <= 3);
}

interface PhraseText {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly language: Pick<WordLanguage, "bcp47">;
  readonly grammar: Grammar | null;
}

/** The places of an entry of several words, each as written or inflected; of a verb phrase only the first word is inflected. Pure. */
function phraseSpans(entry: ReadEntry, running: PhraseText): (Span & { found: Found })[] {
  const { text, tokens, language } = running;
  const words = entry.headword.map((word) => foldWord(word, language));
  const tests = words.map((word, index) => formTest(word, index, { entry, running }));
  return tokens.flatMap((first, at) => {
    let found: Found = "exact";
    for (const [index, word] of words.entries()) {
      const token = tokens[at + index];
      const before = tokens[at + index - 1];
      const isNext =
        index === 0 || (before !== undefined && /^[\s'’-]{1,2}$/u.test(text.slice(before.end, token?.start)));
      if (token === undefined || !isNext) return [];
      if (token.text === word) continue;
      if (tests[index]?.(at + index) !== true) return [];
      found = "inflected";
    }
    return [{ start: first.start, end: tokens[at + words.length - 1]?.end ?? first.end, found }];
  });
}

function formTest(
  word: string,
  index: number,
  { entry, running: { text, tokens, grammar } }: { entry: ReadEntry; running: PhraseText },
): (at: number) => boolean {
  const guessed = grammar?.guess(entry.headword[0] ?? "");
  const isVerb = entry.kind === "verb" || (entry.kind === "unknown" && guessed === "verb");
  if (grammar === null || word.length < 3 || (isVerb && index > 0)) return () => false;
  const kind = isVerb ? "verb" : index === 0 ? "unknown" : "noun";
  const rules = [...rulesFor(word, { kind, varies: !isVerb }, grammar)].filter(
    ({ isUnsure }) => isUnsure !== true,
  );
  return (at) => {
    const token = tokens[at]?.text ?? "";
    return rules.some(
      ({ stem, endings, kind }) =>
        token.startsWith(stem) &&
        endings.has(token.slice(stem.length)) &&
        !(isVerb && contradicts(kind, { text, tokens, at }, grammar)),
    );
  };
}
