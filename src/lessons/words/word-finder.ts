import { addTo } from "../../shared/grouped.ts";
import { type CompoundPart, compoundParts, type KnownParts } from "./compounds.ts";
import { type Context, contradicts, followsDeterminer } from "./context.ts";
import { type ReadEntry, readEntries } from "./entry.ts";
import { exactSpans, fold, foldWord, type WordLanguage } from "./exact.ts";
import type { Grammar } from "./grammar.ts";
import { grammarOf } from "./grammars/grammars.ts";
import { withoutRivals } from "./narrow.ts";
import type { ListEntry, Occurrence, WordFinder } from "./occurrence.ts";
import { phraseSpans } from "./phrases.ts";
import { indexRules, longestToken, type RuleIndex, rulesFor, type WordRule } from "./rules.ts";
import type { Stemmer } from "./stemmer.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { unspacedFinder } from "./unspaced.ts";

export interface FinderOptions {
  readonly language: WordLanguage;
  /** The language of the glosses, which may show a word's class (`to bark`); null if unknown. */
  readonly reader?: Pick<WordLanguage, "bcp47"> | null;
  /** From `loadStemmer`; without it, words that only share a stem are not found. */
  readonly stemmer?: Stemmer | null;
}

/** Prepares a list once for many texts. */
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
        ({ word, isUnsure }) =>
          ({ ...place, word, found: isUnsure ? "possible" : "inflected", isPart: true }) as const,
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
  return compoundParts(token.text, { parts, isWord, compounds: grammar.compounds });
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
