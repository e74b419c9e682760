import type { Cell } from "./cell.ts";
import type { SurveyedRule } from "./survey.ts";

/** Finds the rules that name a job by topic, language and difficulty, in the plan's order, without trying each rule on each job. */
export interface RuleIndex {
  readonly find: (cell: Cell) => readonly number[];
}

interface Shelf {
  readonly keyOf: (cell: Cell) => string;
  readonly rules: Map<string, number[]>;
}

const none: readonly number[] = [];

export function indexRules(rules: readonly SurveyedRule[]): RuleIndex {
  const shelves = new Map<string, Shelf>();
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
  const find = (cell: Cell) => {
    const found = all.flatMap((shelf) => shelf.rules.get(shelf.keyOf(cell)) ?? none);
    return found.length < 2 ? found : found.sort((a, b) => a - b);
  };
  return { find };
}

function keyFor(rule: SurveyedRule): (cell: Cell) => string {
  const [byTopic, byLang, byDifficulty] = [rule.topic, rule.lang, rule.difficulty].map(
    (value) => value !== undefined,
  );
  return (cell) =>
    joinKey(
      byTopic ? cell.topic.id : undefined,
      byLang ? cell.lang : undefined,
      byDifficulty ? cell.difficulty : undefined,
    );
}

function joinKey(
  topic: string | undefined,
  lang: string | undefined,
  difficulty: number | undefined,
): string {
  return `${topic ?? ""}\n${lang ?? ""}\n${difficulty ?? ""}`;
}
