import { limits } from "../contract/limits.ts";
import { hasSettings, indexRules, isEmpty, type MatrixEntry } from "./matrix.ts";
import type { Move, Removal } from "./plan.ts";
import type { Reading } from "./reading.ts";
import type { WrittenMove, WrittenRemoval, WrittenRule } from "./schema.ts";
import { foldTopic } from "./topic-text.ts";
import { type PlanTopics, settingsIn } from "./topics.ts";

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
    const { from, to: topic } = move;
    const place = places.of(move, "to");
    // Lessons found by text go directly to a current topic; those found by id may be moved on by further entries.
    const leadsOn = from !== undefined && firsts.from.has(topic);
    const isCircle = onward(chainFrom(topic, onward).at(-1) ?? "") !== undefined;
    if (from !== undefined && (from === topic || isCircle)) {
      reading.error(place, "entry_contradicted", { why: "circle", name: topic, first: null });
    } else if (!planned.has(topic) && !leadsOn && hasAllTopics) {
      reading.error(place, "unknown_name", {
        what: "moved",
        name: topic,
        ...reading.unknown(topic, planned),
      });
    }
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

// Part of a UUID, long enough to distinguish a course's stories.
const storyPattern = /^[0-9a-f][0-9a-f-]{7,35}$/i;

/**
 * An entry that matches no purchase is fine, since entries stay for good; one that matches a job is an error: a lesson can't be both planned and
 * removed.
 */
export function readRemovals(
  { written, topics }: PlanTopics,
  entries: readonly MatrixEntry[],
  reading: Reading,
): readonly Removal[] {
  const removed = written.removed ?? [];
  const planned = new Map(topics.toReversed().map(({ id, place }) => [id, place]));
  const firstOf = firstMatches(removed, entries);
  return removed.map((entry, index) => {
    const place = reading.places.of(removed, index);
    if (typeof entry === "string") {
      const first = planned.get(entry);
      if (first !== undefined)
        reading.error(place, "entry_contradicted", { why: "planned_topic", name: entry, first });
      return { ...nothing, topic: entry, place };
    }
    const { topic = null, lang = null, difficulty = null, story = null } = entry;
    const text = reading.text(entry, "text", limits.topicCharacters);
    const first = firstOf.get(entry);
    if (story !== null && !storyPattern.test(story)) {
      const facts = { key: "story", value: story, expected: "story" } as const;
      reading.error(reading.places.of(entry, "story"), "bad_value", facts);
    } else if (isEmpty(entry)) {
      reading.error(place, "rule_useless", { rule: "removed", why: "empty", suggestion: null });
    } else if (first !== undefined) {
      const job = `${first.topic.id}.${first.lang}.${first.difficulty}`;
      reading.error(place, "entry_contradicted", { why: "planned_job", name: job, first: first.place });
    }
    const id = story?.toLowerCase() ?? null;
    return { topic, lang, difficulty, settings: settingsIn(entry), story: id, text, place };
  });
}

const nothing = { lang: null, difficulty: null, settings: {}, story: null, text: null };

/** The first job that each rule matches. Rules that name a story or a text are skipped: they concern lessons that this plan doesn't have. */
function firstMatches(removed: readonly WrittenRemoval[], entries: readonly MatrixEntry[]) {
  const rules = removed.filter((entry) => typeof entry !== "string");
  const find = indexRules(rules.filter((rule) => !rule.story && !rule.text && !isEmpty(rule)));
  const found = new Map<WrittenRule, MatrixEntry>();
  if (rules.length === 0) return found;
  for (const entry of entries)
    for (const rule of find(entry)) if (!found.has(rule) && hasSettings(entry, rule)) found.set(rule, entry);
  return found;
}
