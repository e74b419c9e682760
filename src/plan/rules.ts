import type { Place } from "./plan.ts";
import type { Reading } from "./reading.ts";
import type { PlanTopics } from "./topics.ts";

type Rule = (plan: PlanTopics, reading: Reading) => void;

const rules: readonly Rule[] = [
  languagesAndDifficultiesAreGiven,
  valuesAreGivenOnce,
  topicIdsAreUnique,
  topicsNameTheirLists,
  listsAreUsed,
];

export function checkPlan(plan: PlanTopics, reading: Reading): void {
  for (const rule of rules) rule(plan, reading);
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
  for (const topic of topics) {
    const { id, isDerived: derived, idPlace } = topic;
    const other = first.get(id) ?? topic;
    if (other !== topic) reading.error(idPlace, "duplicate_topic_id", { id, first: other.idPlace, derived });
  }
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
