import type { ReadEntry } from "./entry.ts";
import type { Token } from "./exact.ts";
import type { Grammar, Kind, StemRule } from "./grammar.ts";

/** The forms that a grammar derives from one word of an entry. Forms that belong to a word class other than the entry's are marked as unsure. */
export function rulesFor(
  headword: string,
  entry: Pick<ReadEntry, "kind" | "varies">,
  grammar: Grammar,
): StemRule[] {
  const { kind, varies } = entry;
  const variants = varies ? grammar.adjective(headword) : [];
  if (kind === "noun")
    return [...grammar.noun(headword), ...variants, ...unsure(grammar.adjective(headword))];
  if (kind === "verb") return [...grammar.verb(headword)];
  if (kind === "adjective") return [...grammar.adjective(headword), ...unsure(grammar.noun(headword))];
  return [
    ...grammar.noun(headword),
    ...variants,
    ...unsure(grammar.adjective(headword)),
    ...unsure(grammar.verb(headword)),
  ];
}

function unsure(rules: readonly StemRule[]): StemRule[] {
  return rules.map((rule) => ({ ...rule, isUnsure: true }));
}

export interface WordRule extends StemRule {
  readonly word: number;
}

/** Finds the rules that produce a running word. */
export interface RuleIndex {
  rulesOf(token: string): readonly WordRule[];
}

// Limits the work for a text that holds a very long string.
export const longestToken = 60;

/** Indexes rules by stem, so that a running word can be looked up by each of its prefixes. */
export function indexRules(rules: readonly WordRule[]): RuleIndex {
  const byStem = new Map<string, WordRule[]>();
  for (const rule of rules) {
    const same = byStem.get(rule.stem);
    if (same === undefined) byStem.set(rule.stem, [rule]);
    else same.push(rule);
  }
  const longest = Math.max(0, ...[...byStem.keys()].map((stem) => stem.length));
  return {
    rulesOf: (token) => {
      const found: WordRule[] = [];
      if (token.length > longestToken) return found;
      for (let length = 1; length <= Math.min(longest, token.length); length += 1) {
        const rest = token.slice(length);
        for (const rule of byStem.get(token.slice(0, length)) ?? [])
          if (rule.endings.has(rest)) found.push(rule);
      }
      return found;
    },
  };
}

export interface Context {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** The number of the running word. */
  readonly at: number;
}

/** Whether capitals or the word before prove that a running word is not of a class. */
export function contradicts(kind: Kind, { text, tokens, at }: Context, grammar: Grammar): boolean {
  const token = tokens[at];
  if (token === undefined || kind === "unknown") return false;
  const before = wordBefore({ text, tokens, at });
  if (grammar.nounsAreCapital === true) {
    const isCapital = /^\p{Lu}/u.test(text.slice(token.start, token.end));
    if (kind === "noun") return !isCapital;
    return isCapital && !beginsSentence(text, token.start);
  }
  if (before === null) return false;
  if (kind === "verb" && grammar.beforeNoFinite?.has(before) === true) {
    return grammar.nonFinite?.test(token.text) !== true;
  }
  if (kind === "verb" && grammar.determiners.has(before)) {
    const farther = wordBefore({ text, tokens, at: at - 1 });
    return !(grammar.objectPronouns.has(before) && farther !== null && grammar.pronouns.has(farther));
  }
  return kind === "noun" && grammar.pronouns.has(before);
}

export function followsDeterminer(context: Context, grammar: Grammar): boolean {
  return grammar.determiners.has(wordBefore(context) ?? "");
}

/** The previous running word, if only a space or an apostrophe separates them; otherwise null. */
function wordBefore({ text, tokens, at }: Context): string | null {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (before === undefined || token === undefined) return null;
  return /^[\s'’]{1,2}$/u.test(text.slice(before.end, token.start)) ? before.text : null;
}

function beginsSentence(text: string, at: number): boolean {
  return /(?:^|[.!?…:;»«"“”„‚‘'–—\n-])[\s"»«„“‚‘'(–—-]*$/u.test(text.slice(Math.max(0, at - 6), at));
}
