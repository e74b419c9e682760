import { hasSettings, indexRules, isEmpty, type MatrixEntry } from "./matrix.ts";
import type { Place, Removal } from "./plan.ts";
import type { Reading } from "./reading.ts";
import type { WrittenRemoval } from "./schema.ts";
import { type PlanTopics, settingsIn } from "./topics.ts";

// Part of a UUID, long enough to distinguish a course's stories.
const storyPattern = /^[0-9a-f][0-9a-f-]{7,35}$/i;

/**
 * Reads `removed`: bought lessons that left the plan on purpose. An entry that matches no purchase is fine, since entries stay for good;
 * one that matches a job of the plan is an error: a lesson can't be both planned and removed.
 */
export function readRemovals(
  { written, topics }: PlanTopics,
  entries: readonly MatrixEntry[],
  reading: Reading,
): readonly Removal[] {
  const removed = written.removed ?? [];
  const planned = new Map<string, Place>();
  for (const { id, place } of topics) if (!planned.has(id)) planned.set(id, place);
  const firstOf = firstMatches(removed, entries);
  return removed.map((entry, index) => {
    const place = reading.places.of(removed, index);
    if (typeof entry === "string") {
      const first = planned.get(entry);
      if (first !== undefined) reading.error(place, "removed_planned", { topic: entry, first });
      return { ...nothing, topic: entry, place };
    }
    const { topic = null, lang = null, difficulty = null, story = null, text = null } = entry;
    const first = firstOf.get(entry);
    if (story !== null && !storyPattern.test(story)) {
      reading.error(reading.places.of(entry, "story"), "bad_story_id", { value: story });
    } else if (isEmpty(entry)) {
      reading.error(place, "rule_empty", { rule: "removed" });
    } else if (first !== undefined) {
      const job = `${first.topic.id}.${first.lang}.${first.difficulty}`;
      reading.error(place, "removed_job", { job, first: first.place });
    }
    const id = story?.toLowerCase() ?? null;
    return { topic, lang, difficulty, settings: settingsIn(entry), story: id, text, place };
  });
}

const nothing = { lang: null, difficulty: null, settings: {}, story: null, text: null };

/** The first job that each rule matches. What names a story or a text is about lessons that are not of this plan. */
function firstMatches(removed: readonly WrittenRemoval[], entries: readonly MatrixEntry[]) {
  const rules = removed.filter((entry) => typeof entry !== "string");
  const find = indexRules(rules.filter((rule) => !rule.story && !rule.text && !isEmpty(rule)));
  const found = new Map<WrittenRemoval, MatrixEntry>();
  if (rules.length === 0) return found;
  for (const entry of entries)
    for (const rule of find(entry)) if (!found.has(rule) && hasSettings(entry, rule)) found.set(rule, entry);
  return found;
}
