import { limits } from "../contract/limits.ts";
import { grouped } from "../shared/grouped.ts";
import type { Move, Place, Removal } from "./plan.ts";
import { planLimits } from "./plan-limits.ts";
import type { Reading } from "./reading.ts";
import type { WrittenMove, WrittenPlan, WrittenRemoval, WrittenRule } from "./schema.ts";
import { foldTopic } from "./topic-text.ts";
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
  const expanding: Expanding = { ...plan, reading, byId: new Map(topics.map((topic) => [topic.id, topic])) };
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
}

function exclude(entries: readonly MatrixEntry[], plan: Expanding) {
  const { reading } = plan;
  const rules = plan.written.exclude ?? [];
  const excluded: MatrixEntry[] = [];
  if (rules.length === 0) return { kept: entries, excluded };
  const find = indexRules(rules);
  const matched = new Set<WrittenRule>();
  const kept = entries.filter((entry) => {
    const matching = find(entry).filter((rule) => hasSettings(entry, rule));
    for (const rule of matching) matched.add(rule);
    if (matching.length > 0) excluded.push(entry);
    return matching.length === 0;
  });
  for (const [index, rule] of rules.entries()) {
    const place = reading.places.of(rules, index);
    if (!matched.has(rule)) reportUnmatched(rule, { name: "exclude", place }, plan);
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
    if (matched.has(rule)) continue;
    if (rule.topic !== undefined && topic === undefined) {
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
  { topic }: WrittenRule,
  { name, place }: { readonly name: "exclude" | "include"; readonly place: Place },
  { hasAllTopics, hasAllJobs, byId, reading }: Expanding,
): void {
  const isUnknown = topic !== undefined && !byId.has(topic);
  if (isUnknown ? !hasAllTopics : !hasAllJobs) return;
  const suggestion = isUnknown ? reading.unknown(topic, byId.keys()).suggestion : null;
  reading.error(place, "rule_useless", { rule: name, suggestion });
}

function hasSettings(entry: MatrixEntry, rule: WrittenRule): boolean {
  return Object.entries(settingsIn(rule)).every(
    ([name, value]) => entry.settings[name as keyof Settings] === value,
  );
}

/** Finds the rules that match an entry, in the plan's order, without trying each rule on each job. */
function indexRules(rules: readonly WrittenRule[]): (entry: MatrixEntry) => readonly WrittenRule[] {
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

export type Moves = ReturnType<typeof readMoves>;

/**
 * A topic may have been renamed several times (`a` to `b`, then `b` to `c`), and its old id may now be another topic's. A move to a nonexistent topic
 * is an error, since its lessons would be bought again.
 */
export function readMoves({ written, topics, hasAllTopics }: PlanTopics, reading: Reading) {
  const { places } = reading;
  const moved = written.moved ?? [];
  const firsts = { from: new Map<string, WrittenMove>(), to: new Map<string, WrittenMove>() };
  for (const [index, move] of moved.entries()) {
    const place = places.of(moved, index);
    if (move.from !== undefined && move.text !== undefined)
      reading.error(place, "entry_contradicted", { why: "both_keys", name: move.from, first: null });
    if (move.from === undefined && move.text === undefined)
      reading.error(place, "missing_key", { key: "from", within: "moved" });
    if (move.from === undefined) continue;
    for (const end of ["from", "to"] as const) {
      const topic = move[end] ?? "";
      const first = firsts[end].get(topic);
      if (first === undefined) firsts[end].set(topic, move);
      else
        reading.error(places.of(move, end), "entry_contradicted", {
          why: `${end}_twice`,
          name: topic,
          first: places.of(first, end),
        });
    }
  }
  const planned = new Set(topics.map(({ id }) => id));
  const onward = (id: string) => (planned.has(id) ? undefined : firsts.from.get(id)?.to);
  for (const move of moved) {
    // Lessons found by text go directly to a current topic; those found by id may be moved on by further entries.
    const name = (move.from === undefined ? null : chainFrom(move.to, onward).at(-1)) ?? move.to;
    if (planned.has(name) || !hasAllTopics) continue;
    const facts = { what: "moved", name, ...reading.unknown(name, planned) } as const;
    reading.error(places.of(move, "to"), "unknown_name", facts);
  }
  return {
    /** A topic's former ids, newest first. */
    formerIds: (topicId: string): readonly string[] =>
      chainFrom(topicId, (id) => firsts.to.get(id)?.from).slice(1),
    moves: moved.map((move, index): Move => {
      const text = reading.text(move, "text", limits.topicCharacters);
      return { from: move.from ?? null, text, to: move.to, place: places.of(moved, index) };
    }),
  };
}

/** The first id, then the ids that it leads to in turn, until an id leads nowhere or back to an earlier one. */
function chainFrom(first: string, next: (id: string) => string | undefined): string[] {
  const chain = new Set<string>();
  for (let at: string | undefined = first; at !== undefined && !chain.has(at); at = next(at)) chain.add(at);
  return [...chain];
}

interface Removable {
  readonly topic: string;
  /** With the latest text of its topic. */
  readonly request: { readonly topic: string; readonly lang: string; readonly difficulty: number };
  readonly ids: readonly string[];
}

export function isCovered(removed: readonly Removal[], { topic: id, request, ids }: Removable): boolean {
  return removed.some(({ topic, lang, difficulty, settings, story, text }) => {
    if (story !== null && !ids.some((one) => one.startsWith(story))) return false;
    if (text !== null && foldTopic(text) !== foldTopic(request.topic)) return false;
    if (topic !== null && topic !== id) return false;
    if (lang !== null && lang !== request.lang) return false;
    if (difficulty !== null && difficulty !== request.difficulty) return false;
    return Object.entries(settings).every(([name, value]) => request[name as keyof typeof request] === value);
  });
}

type RemovalRule = Exclude<WrittenRemoval, string>;

/**
 * An entry that matches no purchase is fine, since entries stay for good; one that matches a job is an error: a lesson can't be both planned and
 * removed.
 */
export function readRemovals(
  { removed: written = [] }: WrittenPlan,
  entries: readonly MatrixEntry[],
  reading: Reading,
): readonly Removal[] {
  const removed = written.map((entry) => (typeof entry === "string" ? { topic: entry } : entry));
  const firstOf = firstMatches(removed, entries);
  return removed.map((entry, index) => {
    const place = reading.places.of(written, index);
    const { topic = null, lang = null, difficulty = null, story = null } = entry;
    const text = reading.text(entry, "text", limits.topicCharacters);
    const first = firstOf.get(entry);
    if (first !== undefined) {
      const job = `${first.topic.id}.${first.lang}.${first.difficulty}`;
      reading.error(place, "entry_contradicted", { why: "planned_job", name: job, first: first.place });
    }
    const id = story?.toLowerCase() ?? null;
    return { topic, lang, difficulty, settings: settingsIn(entry), story: id, text, place };
  });
}

/** The first job that each rule matches. Rules that name a story or a text are skipped: they concern lessons that this plan doesn't have. */
function firstMatches(removed: readonly RemovalRule[], entries: readonly MatrixEntry[]) {
  const find = indexRules(removed.filter((rule) => !rule.story && !rule.text));
  const found = new Map<WrittenRule, MatrixEntry>();
  if (removed.length === 0) return found;
  for (const entry of entries)
    for (const rule of find(entry)) if (!found.has(rule) && hasSettings(entry, rule)) found.set(rule, entry);
  return found;
}
