import { rehearsalsFolder, reservedCourses } from "./names.ts";
import type { Place } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import type { Reading } from "./reading.ts";
import type { PlanTopics } from "./topics.ts";

type Rule = (plan: PlanTopics, reading: Reading) => void;

const rules: readonly Rule[] = [
  courseHasItsOwnFolder,
  languagesAndDifficultiesAreGiven,
  valuesAreGivenOnce,
  topicIdsAreUnique,
  topicsNameTheirLists,
  listsAreUsed,
];

export function checkPlan(plan: PlanTopics, reading: Reading): void {
  for (const rule of rules) rule(plan, reading);
}

function courseHasItsOwnFolder({ written }: PlanTopics, reading: Reading): void {
  const { course } = written;
  if (!reservedCourses.includes(course)) return;
  const what = course === rehearsalsFolder ? "rehearsals" : "windows";
  reading.error(reading.places.of(written, "course"), "bad_name", { what, value: course });
}

function languagesAndDifficultiesAreGiven({ written, topics }: PlanTopics, reading: Reading): void {
  const { places } = reading;
  for (const key of ["languages", "difficulties"] as const) {
    const needsThem = topics.some((topic) => topic.written === null || !places.has(topic.written, key));
    if (needsThem && !places.has(written, key))
      reading.error(places.of(written), "missing_key", { key, within: "" });
  }
}

function valuesAreGivenOnce({ written, topics }: PlanTopics, reading: Reading): void {
  const once = (what: string, values: readonly (string | number)[] | undefined) => {
    const seen = new Map<string | number, Place>();
    for (const [index, value] of values?.entries() ?? []) {
      const place = reading.places.of(values ?? [], index);
      const first = seen.get(value);
      if (first !== undefined) reading.error(place, "given_twice", { what, value: String(value), first });
      else seen.set(value, place);
    }
  };
  once("format", written.package?.formats);
  once("platform", written.platforms);
  for (const one of [written, ...topics.map((topic) => topic.written)]) {
    once("language", one?.languages);
    once("difficulty", one?.difficulties);
  }
  for (const topic of topics) once("list", topic.written?.words);
}

function topicIdsAreUnique({ topics }: PlanTopics, reading: Reading): void {
  const first = new Map(topics.toReversed().map((topic) => [topic.id, topic]));
  const propose = makeNumberer(first);
  for (const topic of topics) {
    const { id, isDerived: derived } = topic;
    const other = first.get(id);
    if (other === undefined || other === topic) continue;
    const facts = { id, first: other.idPlace, derived, proposal: propose(id) };
    reading.error(topic.idPlace, "duplicate_topic_id", facts);
  }
}

/** Makes a function that suggests an id with the next number that is neither taken nor suggested before. */
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

function topicsNameTheirLists({ written, topics }: PlanTopics, reading: Reading): void {
  const { words = {} } = written;
  if (written.words === undefined && reading.places.has(written, "words")) return;
  const names = Object.keys(words);
  for (const { name: list, place } of topics.flatMap(({ lists }) => lists))
    if (!reading.places.has(words, list))
      reading.error(place, "unknown_name", { what: "list", name: list, ...reading.unknown(list, names) });
}

function listsAreUsed({ written, topics, hasAllTopics }: PlanTopics, reading: Reading): void {
  const { words = {} } = written;
  const used = new Set(topics.flatMap(({ lists }) => lists.map(({ name }) => name)));
  for (const list of Object.keys(words))
    if (hasAllTopics && !used.has(list))
      reading.warn(reading.places.ofKey(words, list), "unused_list", { list });
}
