import { countJobs, type Expansion, expand } from "./matrix/expand.ts";
import type { ResolvedPlan, ResolvedTopic } from "./matrix/resolve-defaults.ts";
import type { Place } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import type { PlanProblem } from "./problem.ts";
import { rehearsalsFolder, reservedCourses } from "./schema/name-patterns.ts";
import { makeSuggester, namesMost } from "./schema/suggest.ts";
import type { WrittenPlan } from "./schema/written-plan.ts";
import type { Path } from "./yaml/path.ts";
import type { Places } from "./yaml/read-yaml.ts";
import type { Readable } from "./yaml/readable.ts";

/** The input of the rules: the plan as far as it could be read, with all places. */
export interface PlanFacts {
  readonly written: Readable<WrittenPlan>;
  readonly places: Places;
  readonly resolved: ResolvedPlan;
  /** `null` if the plan has more jobs than allowed. */
  readonly expansion: Expansion | null;
}

type Rule = (facts: PlanFacts) => readonly PlanProblem[];

const rules: readonly Rule[] = [
  courseHasItsOwnFolder,
  languagesAndDifficultiesAreGiven,
  valuesAreGivenOnce,
  topicIdsAreUnique,
  topicsNameTheirLists,
  listsAreUsed,
  jobsStayWithinTheLimit,
  somethingIsLeftToMake,
];

/** All problems that the rules find in a plan. */
export function checkPlan(facts: PlanFacts): readonly PlanProblem[] {
  return rules.flatMap((rule) => rule(facts));
}

/** The plan's jobs, or `null` if there are more than it allows: those are counted but never made. */
export function expandWithin(written: Readable<WrittenPlan>, resolved: ResolvedPlan): Expansion | null {
  return countJobs(resolved) > mostJobs(written) ? null : expand(resolved);
}

function mostJobs(written: Readable<WrittenPlan>): number {
  return written.maxJobs ?? planLimits.jobs;
}

function courseHasItsOwnFolder({ written, places }: PlanFacts): PlanProblem[] {
  const { course } = written;
  if (course === undefined || !reservedCourses.includes(course)) return [];
  const by = course === rehearsalsFolder ? "rehearsals" : "windows";
  return [{ severity: "error", place: places.of(["course"]), code: "reserved_course", course, by }];
}

function languagesAndDifficultiesAreGiven({ written, places }: PlanFacts): PlanProblem[] {
  const topics = written.topics ?? [];
  return (["languages", "difficulties"] as const).flatMap((key) => {
    if (places.has([key]) || topics.length === 0) return [];
    const each = topics.every((_, index) => places.has(["topics", index, key]));
    return each ? [] : [{ severity: "error", place: places.of([]), code: "missing_key", key, within: "" }];
  });
}

function valuesAreGivenOnce({ written, places }: PlanFacts): PlanProblem[] {
  const ofPlan = [
    repeats(written.languages, ["languages"], places),
    repeats(written.difficulties, ["difficulties"], places),
    repeats(written.package?.formats, ["package", "formats"], places),
  ];
  const ofTopics = (written.topics ?? []).map((topic, index) => {
    if (topic === undefined || typeof topic === "string") return [];
    const keys = ["languages", "difficulties", "words"] as const;
    return keys.flatMap((key) => repeats(topic[key], ["topics", index, key], places));
  });
  return [...ofPlan, ...ofTopics].flat();
}

function repeats(
  values: readonly (string | number | undefined)[] | undefined,
  path: Path,
  places: Places,
): PlanProblem[] {
  const seen = new Map<string | number, Place>();
  return (values ?? []).flatMap((value, index) => {
    if (value === undefined) return [];
    const place = places.of([...path, index]);
    const first = seen.get(value);
    if (first === undefined) {
      seen.set(value, place);
      return [];
    }
    const key = String(path.at(-1));
    return [{ severity: "error", place, code: "duplicate_value", key, value: String(value), first }];
  });
}

function topicIdsAreUnique({ resolved }: PlanFacts): PlanProblem[] {
  const first = new Map<string, ResolvedTopic>();
  for (const topic of resolved.topics) if (!first.has(topic.id)) first.set(topic.id, topic);
  const free = makeNumberer(first);
  return resolved.topics.flatMap((topic) => {
    const { id, isDerived: derived } = topic;
    const other = first.get(id);
    if (other === undefined || other === topic) return [];
    const problem = { id, first: other.idPlace, derived, proposal: free(id) };
    return [{ severity: "error", place: topic.idPlace, code: "duplicate_topic_id", ...problem }];
  });
}

/** Suggests ids that are neither taken nor suggested before: the id with the next free number. */
function makeNumberer(taken: ReadonlyMap<string, unknown>): (id: string) => string {
  const last = new Map<string, number>();
  return (id) => {
    for (let number = (last.get(id) ?? 1) + 1; ; number += 1) {
      const ending = `-${number}`;
      const proposal = id.slice(0, planLimits.topicIdCharacters - ending.length) + ending;
      last.set(id, number);
      if (!taken.has(proposal)) return proposal;
    }
  };
}

function topicsNameTheirLists({ resolved, written, places }: PlanFacts): PlanProblem[] {
  const known = Object.keys(written.words ?? {});
  const suggestList = makeSuggester(known);
  return resolved.topics.flatMap((topic) =>
    topic.lists
      .filter((list) => !places.has(["words", list.name]))
      .map(({ name, place }) => {
        const suggestion = suggestList(name);
        const some = known.slice(0, namesMost);
        return { severity: "error", place, code: "unknown_list", list: name, known: some, suggestion };
      }),
  );
}

function listsAreUsed({ resolved, written, places }: PlanFacts): PlanProblem[] {
  if (!resolved.knowsAllTopics) return [];
  const used = new Set(resolved.topics.flatMap((topic) => topic.lists.map((list) => list.name)));
  return Object.keys(written.words ?? {})
    .filter((list) => !used.has(list))
    .map((list) => ({
      severity: "warning",
      place: places.ofKey(["words", list]),
      code: "unused_list",
      list,
    }));
}

function jobsStayWithinTheLimit({ resolved, written, places }: PlanFacts): PlanProblem[] {
  const count = countJobs(resolved);
  const most = mostJobs(written);
  if (count <= most) return [];
  const place = places.has(["maxJobs"]) ? places.of(["maxJobs"]) : places.ofKey(["topics"]);
  return [{ severity: "error", place, code: "too_many_jobs", count, most }];
}

function somethingIsLeftToMake({ resolved, expansion, places }: PlanFacts): PlanProblem[] {
  const isEmpty = resolved.isWhole && expansion?.entries.length === 0;
  return isEmpty ? [{ severity: "error", place: places.ofKey(["topics"]), code: "no_jobs" }] : [];
}
