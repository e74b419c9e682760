import type { Cell } from "./cell.ts";
import type { Place, Removal } from "./plan.ts";
import type { PlanProblem } from "./problem.ts";
import type { Places } from "./read-yaml.ts";
import type { Readable } from "./readable.ts";
import { indexRules } from "./rule-index.ts";
import { definedSettings, type Survey, type SurveyedRule } from "./survey.ts";
import type { WrittenPlan, WrittenRemoval } from "./written-plan.ts";

export interface RemovalsReading {
  readonly removals: readonly Removal[];
  readonly problems: readonly PlanProblem[];
}

// A part of a UUID that tells one of a course's stories from another.
const storyPattern = /^[0-9a-f][0-9a-f-]{7,35}$/i;

const removalKeys = ["topic", "lang", "difficulty", "story", "text"] as const;

interface PlacedRemoval extends SurveyedRule {
  readonly story: string | undefined;
  readonly text: string | undefined;
  /** Written as a topic's id alone. */
  readonly isTopic: boolean;
}

/**
 * Reads `removed`: bought lessons that left the plan on purpose. An entry that matches nothing bought is fine, since it stays in for good; one that
 * names what the plan still makes is an error.
 */
export function readRemovals(
  written: Readable<WrittenPlan>,
  { survey, cells }: { survey: Survey; cells: readonly Cell[] },
  places: Places,
): RemovalsReading {
  const placed = (written.removed ?? []).flatMap((entry, index) =>
    entry === undefined ? [] : readRemoval(entry, ["removed", index], places),
  );
  return {
    removals: placed.map(({ topic, lang, difficulty, settings, story, text, place }) => ({
      topic: topic ?? null,
      lang: lang ?? null,
      difficulty: difficulty ?? null,
      settings,
      story: story?.toLowerCase() ?? null,
      text: text ?? null,
      place,
    })),
    problems: [...placed.flatMap(malformed), ...stillPlanned(placed, survey, cells)],
  };
}

function readRemoval(
  entry: Readable<WrittenRemoval>,
  path: readonly (string | number)[],
  places: Places,
): PlacedRemoval[] {
  const place = places.of(path);
  if (typeof entry === "string") {
    const rule = {
      topic: entry,
      lang: undefined,
      difficulty: undefined,
      settings: {},
      story: undefined,
      text: undefined,
    };
    return [{ ...rule, place, topicPlace: place, isTopic: true }];
  }
  if (removalKeys.some((key) => entry[key] === undefined && places.has([...path, key]))) return [];
  const { topic, lang, difficulty, story, text } = entry;
  const topicPlace = places.of([...path, "topic"]);
  const rule = { topic, lang, difficulty, settings: definedSettings(entry), story, text };
  return [{ ...rule, place, topicPlace, isTopic: false }];
}

function malformed({ place, story, text, ...rule }: PlacedRemoval): PlanProblem[] {
  if (story !== undefined && !storyPattern.test(story)) {
    return [{ severity: "error", place, code: "bad_story_id", value: story }];
  }
  const says = [rule.topic, rule.lang, rule.difficulty, story, text].some((value) => value !== undefined);
  if (says || Object.keys(rule.settings).length > 0) return [];
  return [{ severity: "error", place, code: "rule_empty", rule: "removed" }];
}

/** Entries that name a topic of the plan, or match one of its jobs: the plan can't both make a lesson and have let it go. */
function stillPlanned(
  placed: readonly PlacedRemoval[],
  survey: Survey,
  cells: readonly Cell[],
): PlanProblem[] {
  const planned = new Map<string, Place>();
  for (const { id, place } of survey.topics) if (!planned.has(id)) planned.set(id, place);
  const matches = firstMatches(
    placed.map((rule) =>
      rule.story === undefined && rule.text === undefined && !rule.isTopic ? rule : null,
    ),
    cells,
  );
  return placed.flatMap((rule, index): PlanProblem[] => {
    const { topic = "", place } = rule;
    const first = planned.get(topic);
    if (rule.isTopic && first !== undefined)
      return [{ severity: "error", place, code: "removed_planned", topic, first }];
    const cell = matches.get(index);
    if (cell === undefined) return [];
    const job = `${cell.topic.id}.${cell.lang}.${cell.difficulty}`;
    return [{ severity: "error", place, code: "removed_job", job, first: cell.place }];
  });
}

/** The first job that each rule matches, by the rule's number. */
function firstMatches(
  rules: readonly (SurveyedRule | null)[],
  cells: readonly Cell[],
): ReadonlyMap<number, Cell> {
  const numbers = rules.flatMap((rule, number) => (rule === null || isEmpty(rule) ? [] : [number]));
  const found = new Map<number, Cell>();
  if (numbers.length === 0) return found;
  const index = indexRules(numbers.map((number) => rules[number] as SurveyedRule));
  for (const cell of cells) {
    for (const at of index.find(cell)) {
      const number = numbers[at] as number;
      const { settings } = rules[number] as SurveyedRule;
      const matches = Object.entries(settings).every(
        ([name, value]) => cell.settings[name as keyof typeof settings] === value,
      );
      if (matches && !found.has(number)) found.set(number, cell);
    }
  }
  return found;
}

function isEmpty({ topic, lang, difficulty, settings }: SurveyedRule): boolean {
  return (
    [topic, lang, difficulty].every((value) => value === undefined) && Object.keys(settings).length === 0
  );
}
