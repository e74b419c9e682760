import type { PlanProblem } from "../problem.ts";
import { makeSuggester, namesMost, type Suggester, suggest } from "../schema/suggest.ts";
import type { MatrixEntry } from "./matrix-entry.ts";
import type { ResolvedPlan, ResolvedRule, ResolvedTopic, Settings } from "./resolve-defaults.ts";
import { indexRules } from "./rule-index.ts";

export interface Expansion {
  readonly entries: readonly MatrixEntry[];
  /** The jobs removed by `exclude`. */
  readonly excluded: readonly MatrixEntry[];
  readonly problems: readonly PlanProblem[];
}

/** How many jobs a plan has before rules remove any; counts without making them. */
export function countJobs(resolved: ResolvedPlan): number {
  const product = resolved.topics.reduce(
    (sum, topic) => sum + topic.languages.length * topic.difficulties.length,
    0,
  );
  return product + resolved.include.filter(isWholeName).length;
}

/**
 * Expands topics x languages x difficulties, in that order, by the rules of a GitHub Actions matrix:
 *
 * - `exclude` removes a job that matches every key of one of its rules. Settings (length, genre, form, audiobook, visibility) are compared
 *   with the values from the topic and the defaults.
 * - `include` is applied after `exclude`. A rule's `topic`, `lang` and `difficulty` select jobs; omitted keys match any. The rule's
 *   settings apply to every job it selects, later rules overriding earlier ones.
 * - A rule that selects no job adds one, at the end, if it has all three keys and its topic exists. This can restore an excluded job. Other
 *   rules don't apply to added jobs: adding one twice is an error.
 * - A rule without keys is an error, and so is one that matches nothing: what it was meant to remove or change would be bought unchanged. A
 *   rule that changes nothing is a warning.
 */
export function expand(resolved: ResolvedPlan): Expansion {
  const ids = resolved.topics.map((topic) => topic.id);
  const expanding: Expanding = {
    resolved,
    ids: new Set(ids),
    suggestTopic: makeSuggester(ids),
    problems: [],
  };
  const { kept, excluded } = exclude(product(resolved.topics), expanding);
  const { entries, unmatched } = applySettings(kept, expanding);
  return { entries: [...entries, ...addJobs(unmatched, expanding)], excluded, problems: expanding.problems };
}

interface Expanding {
  readonly resolved: ResolvedPlan;
  readonly ids: ReadonlySet<string>;
  readonly suggestTopic: Suggester;
  readonly problems: PlanProblem[];
}

function product(topics: readonly ResolvedTopic[]): MatrixEntry[] {
  return topics.flatMap((topic) =>
    topic.languages.flatMap((lang) =>
      topic.difficulties.map((difficulty) => ({
        topic,
        lang,
        difficulty,
        settings: topic.settings,
        place: topic.place,
      })),
    ),
  );
}

function exclude(
  entries: readonly MatrixEntry[],
  expanding: Expanding,
): { kept: readonly MatrixEntry[]; excluded: MatrixEntry[] } {
  const { resolved, problems } = expanding;
  const rules = resolved.exclude;
  const excluded: MatrixEntry[] = [];
  if (rules.length === 0) return { kept: entries, excluded };
  const index = indexRules(rules);
  const matched = new Set<number>();
  const kept = entries.filter((entry) => {
    const matching = index.find(entry).filter((at) => excludes(rules[at], entry));
    for (const at of matching) matched.add(at);
    if (matching.length > 0) excluded.push(entry);
    return matching.length === 0;
  });
  for (const [at, rule] of rules.entries()) {
    if (isEmpty(rule))
      problems.push({ severity: "error", place: rule.place, code: "rule_empty", rule: "exclude" });
    else if (!matched.has(at) && resolved.isWhole) problems.push(matchesNothing(rule, "exclude", expanding));
  }
  return { kept, excluded };
}

function applySettings(entries: readonly MatrixEntry[], expanding: Expanding) {
  const { resolved, problems } = expanding;
  const rules = resolved.include;
  if (rules.length === 0) return { entries, unmatched: [] };
  const index = indexRules(rules);
  const matched = new Set<number>();
  const changed = entries.map((entry) => {
    const naming = index.find(entry);
    if (naming.length === 0) return entry;
    for (const at of naming) matched.add(at);
    return {
      ...entry,
      settings: Object.assign({}, entry.settings, ...naming.map((at) => rules[at]?.settings)),
    };
  });
  const unmatched = rules.filter((rule, at) => {
    const where = { place: rule.place } as const;
    if (isEmpty(rule)) problems.push({ ...where, severity: "error", code: "rule_empty", rule: "include" });
    else if (matched.has(at) && Object.keys(rule.settings).length === 0) {
      problems.push({ ...where, severity: "warning", code: "rule_without_effect" });
    }
    return !matched.has(at) && !isEmpty(rule);
  });
  return { entries: changed, unmatched };
}

function addJobs(rules: readonly ResolvedRule[], expanding: Expanding): readonly MatrixEntry[] {
  const { resolved, problems } = expanding;
  const topics = new Map(resolved.topics.map((topic) => [topic.id, topic]));
  const added = new Map<string, MatrixEntry>();
  for (const rule of rules) {
    const { lang, difficulty } = rule;
    const topic = topics.get(rule.topic ?? "");
    if (rule.topic !== undefined && topic === undefined) {
      if (resolved.knowsAllTopics) problems.push(unknownTopic(rule, expanding));
    } else if (topic === undefined || lang === undefined || difficulty === undefined) {
      if (resolved.isWhole) problems.push(matchesNothing(rule, "include", expanding));
    } else {
      const job = `${topic.id}.${lang}.${difficulty}`;
      const first = added.get(job)?.place;
      if (first !== undefined) {
        problems.push({ severity: "error", place: rule.place, code: "duplicate_job", job, first });
        continue;
      }
      const settings = { ...topic.settings, ...rule.settings };
      added.set(job, { topic, lang, difficulty, settings, place: rule.place });
    }
  }
  return [...added.values()];
}

function unknownTopic(rule: ResolvedRule, { ids, suggestTopic }: Expanding): PlanProblem {
  const topic = rule.topic ?? "";
  const known = [...ids].slice(0, namesMost);
  const where = { severity: "error", place: rule.topicPlace } as const;
  return { ...where, code: "unknown_topic", topic, known, suggestion: suggestTopic(topic) };
}

function matchesNothing(
  rule: ResolvedRule,
  name: "exclude" | "include",
  { resolved, ids, suggestTopic }: Expanding,
): PlanProblem {
  const isKnown = rule.topic === undefined || ids.has(rule.topic);
  const suggestion = isKnown ? suggestLanguageOf(rule, resolved) : suggestTopic(rule.topic ?? "");
  return { severity: "error", place: rule.place, code: "rule_matches_nothing", rule: name, suggestion };
}

/** The plan's language that a rule most likely means; null if the rule's own language is in the plan. */
function suggestLanguageOf({ lang }: ResolvedRule, { topics }: ResolvedPlan): string | null {
  const planned = new Set(topics.flatMap(({ languages }) => languages));
  return lang === undefined || planned.has(lang) ? null : suggest(lang, planned);
}

function isWholeName(rule: ResolvedRule): boolean {
  return rule.topic !== undefined && rule.lang !== undefined && rule.difficulty !== undefined;
}

function isEmpty(rule: ResolvedRule): boolean {
  const names = [rule.topic, rule.lang, rule.difficulty].every((value) => value === undefined);
  return names && Object.keys(rule.settings).length === 0;
}

function excludes(rule: ResolvedRule | undefined, entry: MatrixEntry): boolean {
  if (rule === undefined || isEmpty(rule)) return false;
  const { settings } = rule;
  return Object.entries(settings).every(([name, value]) => entry.settings[name as keyof Settings] === value);
}
