import type { Cell } from "./cell.ts";
import type { PlanProblem } from "./problem.ts";
import { indexRules } from "./rule-index.ts";
import { makeSuggester, namesMost, type Suggester, suggest } from "./suggest.ts";
import type { Settings, Survey, SurveyedRule, SurveyedTopic } from "./survey.ts";

export interface Expansion {
  readonly cells: readonly Cell[];
  /** What `exclude` took away. */
  readonly excluded: readonly Cell[];
  readonly problems: readonly PlanProblem[];
}

/** How many jobs a plan asks for before rules take any away: counted, not made. */
export function countJobs(survey: Survey): number {
  const product = survey.topics.reduce(
    (sum, topic) => sum + topic.languages.length * topic.difficulties.length,
    0,
  );
  return product + survey.include.filter(isWholeName).length;
}

/**
 * Expands topics x languages x difficulties, in that order, by the rules of a GitHub Actions matrix:
 *
 * - A job that matches every key of an `exclude` rule goes. Settings (length, genre, form, audiobook, visibility) are compared with what the
 *   topic and the defaults give.
 * - `include` comes after `exclude`. A rule's `topic`, `lang` and `difficulty` name jobs; the keys it leaves out match any. The rule's
 *   settings become those of every job it names, later rules over earlier ones.
 * - A rule that names no job adds one, at the end, if it has all three keys and its topic exists. An excluded job comes back this way. Jobs
 *   that rules add are not named by other rules: adding one twice is a mistake.
 * - A rule without keys is a mistake, and so is one that matches nothing: what it was meant to leave out or to change would be bought as it is.
 *   One that changes nothing is a warning.
 */
export function expand(survey: Survey): Expansion {
  const ids = survey.topics.map((topic) => topic.id);
  const expanding: Expanding = { survey, ids: new Set(ids), suggestTopic: makeSuggester(ids), problems: [] };
  const { kept, excluded } = exclude(product(survey.topics), expanding);
  const { cells, unmatched } = applySettings(kept, expanding);
  return { cells: [...cells, ...addJobs(unmatched, expanding)], excluded, problems: expanding.problems };
}

interface Expanding {
  readonly survey: Survey;
  readonly ids: ReadonlySet<string>;
  readonly suggestTopic: Suggester;
  readonly problems: PlanProblem[];
}

function product(topics: readonly SurveyedTopic[]): Cell[] {
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

function exclude(cells: readonly Cell[], expanding: Expanding): { kept: readonly Cell[]; excluded: Cell[] } {
  const { survey, problems } = expanding;
  const rules = survey.exclude;
  const excluded: Cell[] = [];
  if (rules.length === 0) return { kept: cells, excluded };
  const index = indexRules(rules);
  const matched = new Set<number>();
  const kept = cells.filter((cell) => {
    const matching = index.find(cell).filter((at) => excludes(rules[at], cell));
    for (const at of matching) matched.add(at);
    if (matching.length > 0) excluded.push(cell);
    return matching.length === 0;
  });
  for (const [at, rule] of rules.entries()) {
    if (isEmpty(rule))
      problems.push({ severity: "error", place: rule.place, code: "rule_empty", rule: "exclude" });
    else if (!matched.has(at) && survey.isWhole) problems.push(matchesNothing(rule, "exclude", expanding));
  }
  return { kept, excluded };
}

function applySettings(cells: readonly Cell[], expanding: Expanding) {
  const { survey, problems } = expanding;
  const rules = survey.include;
  if (rules.length === 0) return { cells, unmatched: [] };
  const index = indexRules(rules);
  const matched = new Set<number>();
  const changed = cells.map((cell) => {
    const naming = index.find(cell);
    if (naming.length === 0) return cell;
    for (const at of naming) matched.add(at);
    return {
      ...cell,
      settings: Object.assign({}, cell.settings, ...naming.map((at) => rules[at]?.settings)),
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
  return { cells: changed, unmatched };
}

function addJobs(rules: readonly SurveyedRule[], expanding: Expanding): readonly Cell[] {
  const { survey, problems } = expanding;
  const topics = new Map(survey.topics.map((topic) => [topic.id, topic]));
  const added = new Map<string, Cell>();
  for (const rule of rules) {
    const { lang, difficulty } = rule;
    const topic = topics.get(rule.topic ?? "");
    if (rule.topic !== undefined && topic === undefined) {
      if (survey.knowsAllTopics) problems.push(unknownTopic(rule, expanding));
    } else if (topic === undefined || lang === undefined || difficulty === undefined) {
      if (survey.isWhole) problems.push(matchesNothing(rule, "include", expanding));
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

function unknownTopic(rule: SurveyedRule, { ids, suggestTopic }: Expanding): PlanProblem {
  const topic = rule.topic ?? "";
  const known = [...ids].slice(0, namesMost);
  const where = { severity: "error", place: rule.topicPlace } as const;
  return { ...where, code: "unknown_topic", topic, known, suggestion: suggestTopic(topic) };
}

function matchesNothing(
  rule: SurveyedRule,
  name: "exclude" | "include",
  { survey, ids, suggestTopic }: Expanding,
): PlanProblem {
  const isKnown = rule.topic === undefined || ids.has(rule.topic);
  const suggestion = isKnown ? suggestLanguageOf(rule, survey) : suggestTopic(rule.topic ?? "");
  return { severity: "error", place: rule.place, code: "rule_matches_nothing", rule: name, suggestion };
}

/** The language of the plan that a rule most likely means; null where its own is one of them. */
function suggestLanguageOf({ lang }: SurveyedRule, { topics }: Survey): string | null {
  const planned = new Set(topics.flatMap(({ languages }) => languages));
  return lang === undefined || planned.has(lang) ? null : suggest(lang, planned);
}

function isWholeName(rule: SurveyedRule): boolean {
  return rule.topic !== undefined && rule.lang !== undefined && rule.difficulty !== undefined;
}

function isEmpty(rule: SurveyedRule): boolean {
  const names = [rule.topic, rule.lang, rule.difficulty].every((value) => value === undefined);
  return names && Object.keys(rule.settings).length === 0;
}

function excludes(rule: SurveyedRule | undefined, cell: Cell): boolean {
  if (rule === undefined || isEmpty(rule)) return false;
  const { settings } = rule;
  return Object.entries(settings).every(([name, value]) => cell.settings[name as keyof Settings] === value);
}
