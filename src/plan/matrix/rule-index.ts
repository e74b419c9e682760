import { addTo } from "../../shared/grouped.ts";
import type { MatrixEntry } from "./matrix-entry.ts";
import type { ResolvedRule } from "./resolve-defaults.ts";

/** Finds the rules that match a job by topic, language and difficulty, in the plan's order, without trying each rule on each job. */
export interface RuleIndex {
  readonly find: (entry: MatrixEntry) => readonly number[];
}

/** The rules that name the same of topic, language and difficulty, by what they name. */
interface RuleGroup {
  readonly keyOf: (entry: MatrixEntry) => string;
  readonly rules: Map<string, number[]>;
}

const none: readonly number[] = [];

export function indexRules(rules: readonly ResolvedRule[]): RuleIndex {
  const groups = new Map<string, RuleGroup>();
  for (const [index, rule] of rules.entries()) {
    const shape = [rule.topic, rule.lang, rule.difficulty]
      .map((value) => (value === undefined ? "-" : "x"))
      .join("");
    const group = groups.get(shape) ?? { keyOf: keyFor(rule), rules: new Map<string, number[]>() };
    groups.set(shape, group);
    addTo(group.rules, joinKey(rule.topic, rule.lang, rule.difficulty), index);
  }
  const all = [...groups.values()];
  const find = (entry: MatrixEntry) => {
    const found = all.flatMap((group) => group.rules.get(group.keyOf(entry)) ?? none);
    return found.length < 2 ? found : found.sort((a, b) => a - b);
  };
  return { find };
}

function keyFor(rule: ResolvedRule): (entry: MatrixEntry) => string {
  const [byTopic, byLang, byDifficulty] = [rule.topic, rule.lang, rule.difficulty].map(
    (value) => value !== undefined,
  );
  return (entry) =>
    joinKey(
      byTopic ? entry.topic.id : undefined,
      byLang ? entry.lang : undefined,
      byDifficulty ? entry.difficulty : undefined,
    );
}

function joinKey(
  topic: string | undefined,
  lang: string | undefined,
  difficulty: number | undefined,
): string {
  return `${topic ?? ""}\n${lang ?? ""}\n${difficulty ?? ""}`;
}
