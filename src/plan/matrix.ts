import { grouped } from "../shared/grouped.ts";
import type { Place } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import type { Reading } from "./reading.ts";
import type { WrittenRule } from "./schema.ts";
import { type PlanTopics, type Settings, settingsIn, type Topic } from "./topics.ts";

export interface MatrixEntry {
  readonly topic: Topic;
  readonly lang: string;
  readonly difficulty: number;
  readonly settings: Settings;
  readonly place: Place;
}

/**
 * Expands topics x languages x difficulties, in that order, by the rules of a GitHub Actions matrix: `exclude` removes the jobs that match every key
 * of a rule; then `include` gives its settings to the jobs that it selects, later rules overriding earlier ones, or adds a job if it selects none and
 * has all three keys. A rule that matches nothing is an error: whatever it was meant to remove or change would be bought unchanged. If there are more
 * jobs than the plan allows, they are only counted.
 */
export function expand(
  plan: PlanTopics,
  reading: Reading,
): Record<"entries" | "excluded", readonly MatrixEntry[]> {
  const { written, topics } = plan;
  if (exceedsLimit(plan, reading)) return { entries: [], excluded: [] };
  const all = topics.flatMap((topic) => {
    const { languages, difficulties, settings, place } = topic;
    return languages.flatMap((lang) =>
      difficulties.map((difficulty): MatrixEntry => ({ topic, lang, difficulty, settings, place })),
    );
  });
  const expanding: Expanding = {
    ...plan,
    reading,
    byId: new Map(topics.map((topic) => [topic.id, topic])),
    planned: new Set(topics.flatMap(({ languages }) => languages)),
  };
  const { kept, excluded } = exclude(all, expanding);
  const entries = include(kept, expanding);
  if (plan.hasAllJobs && entries.length === 0)
    reading.error(reading.places.ofKey(written, "topics"), "no_jobs", {});
  return { entries, excluded };
}

function exceedsLimit({ written, topics, hasAllJobs }: PlanTopics, reading: Reading): boolean {
  const { include = [], maxJobs: most = planLimits.jobs } = written;
  const product = topics.reduce(
    (sum, { languages, difficulties }) => sum + languages.length * difficulties.length,
    0,
  );
  const count = product + include.filter((rule) => rule.topic && rule.lang && rule.difficulty).length;
  if (count <= most) return false;
  const { places } = reading;
  const isGiven = places.has(written, "maxJobs");
  const place = isGiven ? places.of(written, "maxJobs") : places.ofKey(written, "topics");
  if (hasAllJobs) reading.error(place, "too_many_jobs", { count, most });
  return true;
}

interface Expanding extends PlanTopics {
  readonly reading: Reading;
  readonly byId: ReadonlyMap<string, Topic>;
  readonly planned: ReadonlySet<string>;
}

function exclude(entries: readonly MatrixEntry[], plan: Expanding) {
  const { reading } = plan;
  const rules = plan.written.exclude ?? [];
  const excluded: MatrixEntry[] = [];
  if (rules.length === 0) return { kept: entries, excluded };
  const find = indexRules(rules);
  const matched = new Set<WrittenRule>();
  const kept = entries.filter((entry) => {
    const matching = find(entry).filter((rule) => !isEmpty(rule) && hasSettings(entry, rule));
    for (const rule of matching) matched.add(rule);
    if (matching.length > 0) excluded.push(entry);
    return matching.length === 0;
  });
  for (const [index, rule] of rules.entries()) {
    const place = reading.places.of(rules, index);
    if (isEmpty(rule))
      reading.error(place, "rule_useless", { rule: "exclude", why: "empty", suggestion: null });
    else if (!matched.has(rule)) reportUnmatched(rule, { name: "exclude", place }, plan);
  }
  return { kept, excluded };
}

function include(entries: readonly MatrixEntry[], plan: Expanding): readonly MatrixEntry[] {
  const { reading } = plan;
  const rules = plan.written.include ?? [];
  if (rules.length === 0) return entries;
  const find = indexRules(rules);
  const matched = new Set<WrittenRule>();
  const changed = entries.map((entry) => {
    const found = find(entry);
    if (found.length === 0) return entry;
    for (const rule of found) matched.add(rule);
    return { ...entry, settings: Object.assign({}, entry.settings, ...found.map(settingsIn)) };
  });
  const added = new Map<string, MatrixEntry>();
  for (const [index, rule] of rules.entries()) {
    const place = reading.places.of(rules, index);
    const { topic: id = "", lang, difficulty } = rule;
    const topic = plan.byId.get(id);
    const job = `${id}.${lang}.${difficulty}`;
    const first = added.get(job)?.place;
    if (isEmpty(rule)) {
      reading.error(place, "rule_useless", { rule: "include", why: "empty", suggestion: null });
    } else if (matched.has(rule)) {
      if (Object.keys(settingsIn(rule)).length === 0)
        reading.warn(place, "rule_useless", { rule: "include", why: "changes_nothing", suggestion: null });
    } else if (rule.topic !== undefined && topic === undefined) {
      const facts = { what: "topic", name: id, ...reading.unknown(id, plan.byId.keys()) } as const;
      if (plan.hasAllTopics) reading.error(reading.places.of(rule, "topic"), "unknown_name", facts);
    } else if (topic === undefined || lang === undefined || difficulty === undefined) {
      reportUnmatched(rule, { name: "include", place }, plan);
    } else if (first !== undefined) {
      reading.error(place, "given_twice", { what: "job", value: job, first });
    } else {
      const settings = { ...topic.settings, ...settingsIn(rule) };
      added.set(job, { topic, lang, difficulty, settings, place });
    }
  }
  return [...changed, ...added.values()];
}

function reportUnmatched(
  { topic, lang }: WrittenRule,
  { name, place }: { readonly name: "exclude" | "include"; readonly place: Place },
  { hasAllJobs, byId, planned, reading }: Expanding,
): void {
  if (!hasAllJobs) return;
  let suggestion: string | null = null;
  if (topic !== undefined && !byId.has(topic)) ({ suggestion } = reading.unknown(topic, byId.keys()));
  else if (lang !== undefined && !planned.has(lang)) ({ suggestion } = reading.unknown(lang, planned));
  reading.error(place, "rule_useless", { rule: name, why: "matches_nothing", suggestion });
}

export function isEmpty(rule: WrittenRule): boolean {
  return Object.values(rule).every((value) => value === undefined);
}

export function hasSettings(entry: MatrixEntry, rule: WrittenRule): boolean {
  return Object.entries(settingsIn(rule)).every(
    ([name, value]) => entry.settings[name as keyof Settings] === value,
  );
}

/** Finds the rules that match an entry, in the plan's order, without trying each rule on each job. */
export function indexRules(rules: readonly WrittenRule[]): (entry: MatrixEntry) => readonly WrittenRule[] {
  const nameOf = (...named: readonly [unknown, unknown, unknown]) =>
    named.map((value) => value ?? "").join("\n");
  const byName = grouped([...rules.entries()], ([, rule]) => nameOf(rule.topic, rule.lang, rule.difficulty));
  return ({ topic, lang, difficulty }) =>
    [topic.id, ""]
      .flatMap((id) => [
        nameOf(id, lang, difficulty),
        nameOf(id, lang, null),
        nameOf(id, null, difficulty),
        nameOf(id, null, null),
      ])
      .flatMap((name) => byName.get(name) ?? [])
      .sort(([one], [other]) => one - other)
      .map(([, rule]) => rule);
}
