import type { MatrixEntry } from "./matrix/matrix-entry.ts";
import { definedSettings, type ResolvedPlan, type ResolvedRule } from "./matrix/resolve-defaults.ts";
import { indexRules } from "./matrix/rule-index.ts";
import type { Place, Removal } from "./plan.ts";
import type { PlanProblem } from "./problem.ts";
import type { WrittenPlan, WrittenRemoval } from "./schema/written-plan.ts";
import type { Places } from "./yaml/read-yaml.ts";
import type { Readable } from "./yaml/readable.ts";

export interface RemovalsResult {
  readonly removals: readonly Removal[];
  readonly problems: readonly PlanProblem[];
}

// Part of a UUID, long enough to distinguish a course's stories.
const storyPattern = /^[0-9a-f][0-9a-f-]{7,35}$/i;

const removalKeys = ["topic", "lang", "difficulty", "story", "text"] as const;

interface PlacedRemoval extends ResolvedRule {
  readonly story: string | undefined;
  readonly text: string | undefined;
  /** Written as a topic's id alone. */
  readonly isTopic: boolean;
}

/**
 * Reads `removed`: bought lessons that left the plan on purpose. An entry that matches no purchase is fine, since entries stay for good;
 * one that matches a job of the plan is an error.
 */
export function readRemovals(
  written: Readable<WrittenPlan>,
  { resolved, entries }: { resolved: ResolvedPlan; entries: readonly MatrixEntry[] },
  places: Places,
): RemovalsResult {
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
    problems: [...placed.flatMap(malformed), ...stillPlanned(placed, resolved, entries)],
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

/** Entries that name a topic of the plan, or match one of its jobs: a lesson can't be both planned and removed. */
function stillPlanned(
  placed: readonly PlacedRemoval[],
  resolved: ResolvedPlan,
  entries: readonly MatrixEntry[],
): PlanProblem[] {
  const planned = new Map<string, Place>();
  for (const { id, place } of resolved.topics) if (!planned.has(id)) planned.set(id, place);
  const matches = firstMatches(
    placed.map((rule) =>
      rule.story === undefined && rule.text === undefined && !rule.isTopic ? rule : null,
    ),
    entries,
  );
  return placed.flatMap((rule, index): PlanProblem[] => {
    const { topic = "", place } = rule;
    const first = planned.get(topic);
    if (rule.isTopic && first !== undefined)
      return [{ severity: "error", place, code: "removed_planned", topic, first }];
    const named = matches.get(index);
    if (named === undefined) return [];
    const job = `${named.topic.id}.${named.lang}.${named.difficulty}`;
    return [{ severity: "error", place, code: "removed_job", job, first: named.place }];
  });
}

/** The first job that each rule matches, by rule number. */
function firstMatches(
  rules: readonly (ResolvedRule | null)[],
  entries: readonly MatrixEntry[],
): ReadonlyMap<number, MatrixEntry> {
  const numbers = rules.flatMap((rule, number) => (rule === null || isEmpty(rule) ? [] : [number]));
  const found = new Map<number, MatrixEntry>();
  if (numbers.length === 0) return found;
  const index = indexRules(numbers.map((number) => rules[number] as ResolvedRule));
  for (const named of entries) {
    for (const at of index.find(named)) {
      const number = numbers[at] as number;
      const { settings } = rules[number] as ResolvedRule;
      const matches = Object.entries(settings).every(
        ([name, value]) => named.settings[name as keyof typeof settings] === value,
      );
      if (matches && !found.has(number)) found.set(number, named);
    }
  }
  return found;
}

function isEmpty({ topic, lang, difficulty, settings }: ResolvedRule): boolean {
  return (
    [topic, lang, difficulty].every((value) => value === undefined) && Object.keys(settings).length === 0
  );
}
