import type { MatrixEntry } from "./matrix-entry.ts";
import type { ResolvedRule } from "./resolve-defaults.ts";

/** Finds the rules that match a job by topic, language and difficulty, in the plan's order, without trying each rule on each job. */
export interface RuleIndex {
  readonly find: (entry: MatrixEntry) => readonly number[];
}

interface CourseFolder {
  readonly keyOf: (entry: MatrixEntry) => string;
  readonly rules: Map<string, number[]>;
}

const none: readonly number[] = [];

export function indexRules(rules: readonly ResolvedRule[]): RuleIndex {
  const shelves = new Map<string, CourseFolder>();
  for (const [index, rule] of rules.entries()) {
    const shape = [rule.topic, rule.lang, rule.difficulty]
      .map((value) => (value === undefined ? "-" : "x"))
      .join("");
    const shelf = shelves.get(shape) ?? { keyOf: keyFor(rule), rules: new Map<string, number[]>() };
    shelves.set(shape, shelf);
    const key = joinKey(rule.topic, rule.lang, rule.difficulty);
    const same = shelf.rules.get(key);
    if (same === undefined) shelf.rules.set(key, [index]);
    else same.push(index);
  }
  const all = [...shelves.values()];
  const find = (entry: MatrixEntry) => {
    const found = all.flatMap((shelf) => shelf.rules.get(shelf.keyOf(entry)) ?? none);
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
