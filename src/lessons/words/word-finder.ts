import { type CompoundPart, compoundParts, type KnownParts } from "./compounds.ts";
import { contradicts } from "./context.ts";
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
  /** The language of the glosses, which may show a word's class (`to bark`); null where nobody knows it. */
  readonly reader?: Pick<WordLanguage, "bcp47"> | null;
  /** From `loadStemmer`; without it nothing is found that is only possible by its stem. */
  readonly stemmer?: Stemmer | null;
}

/** Prepares to find the words of one list. */
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
  /** By headword of one running word, or by form that the list names. */
  readonly headwords: ReadonlyMap<string, readonly number[]>;
  readonly stemmer: Stemmer | null;
  readonly stems: ReadonlyMap<string, readonly number[]>;
  readonly parts: KnownParts;
}

interface Tools extends FinderOptions {
  readonly grammar: Grammar | null;
}

function prepare(list: readonly ReadEntry[], { grammar, language, stemmer = null }: Tools): Prepared {
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
    ...{ list, language, grammar, stemmer },
    index: indexRules(rules),
    headwords: gathered(single.map(({ text, word }) => [text, word])),
    stems: gathered(stems.filter(([stem]) => stem !== "")),
    parts: gathered(nouns.filter(({ text }) => text.length > 2).map(({ text, word }) => [text, word])),
  };
}

function gathered(pairs: readonly (readonly [string, number])[]): Map<string, number[]> {
  const map = new Map<string, number[]>();
  for (const [key, word] of pairs) {
    const words = map.get(key);
    if (words === undefined) map.set(key, [word]);
    else words.push(word);
  }
  return map;
}

function stemOf(stemmer: Stemmer, word: string): string {
  try {
    return stemmer(word);
  } catch {
    return "";
  }
}

/** What stands as the list has it: the whole entry, with its article, or a form that the list names. */
function wholeEntries(text: string, { list, language }: Prepared): Occurrence[] {
  const folded = fold(text, language.bcp47);
  return list.flatMap(({ whole, forms }, word) => [
    ...exactSpans(folded, whole, language).map(
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
  const { headwords, index, grammar } = prepared;
  const isWord = wordTest(tokens, prepared);
  return tokens.flatMap((token, at) => {
    const found: Occurrence[] = [];
    const place = { start: token.start, end: token.end };
    const context = { text, tokens, at };
    for (const word of headwords.get(token.text) ?? []) {
      const isOther = grammar !== null && isOtherClass(prepared.list[word], context, grammar);
      found.push({ ...place, word, found: isOther ? "possible" : "exact", isPart: false });
    }
    for (const rule of index.rulesOf(token.text)) {
      if (rule.particle !== undefined && !particleFollows(rule.particle, { text, tokens, at })) continue;
      const isOther = grammar !== null && contradicts(rule.kind, context, grammar);
      const isSure = !(isOther || rule.isUnsure === true);
      found.push({
        ...place,
        word: rule.word,
        found: isSure ? "inflected" : "possible",
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

// A headword that is not sure of its class stands for all of its spelling, and an infinitive is one even where an article makes it a noun.
function isOtherClass(
  entry: ReadEntry | undefined,
  context: Parameters<typeof contradicts>[1],
  grammar: Grammar,
): boolean {
  if (entry === undefined || !entry.isSure) return false;
  if (entry.kind === "verb" && grammar.bareInfinitive !== true && grammar.nounsAreCapital !== true)
    return false;
  return contradicts(entry.kind, context, grammar);
}

function partsOf(
  { text, tokens, at }: { text: string; tokens: readonly Token[]; at: number },
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

// A separated prefix is the last word of its clause.
function particleFollows(
  particle: string,
  { text, tokens, at }: Omit<Parameters<typeof contradicts>[1], never>,
): boolean {
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
