import type { ReadEntry } from "./entry.ts";
import type { Grammar, StemRule } from "./grammar.ts";

/** The forms that a grammar derives from one word of an entry. Forms of another class than the entry's are unsure. */
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

/** A rule, with the index of its list word. */
export interface WordRule extends StemRule {
  readonly word: number;
}

/** Finds the rules that produce a running word. */
export interface RuleIndex {
  rulesOf(token: string): readonly WordRule[];
}

// Limits the work for a text that holds a very long string.
export const longestToken = 60;

/** Indexes rules by stem, so that a running word is looked up by each of its prefixes. */
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
