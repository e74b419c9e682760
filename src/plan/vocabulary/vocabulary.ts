import { limits } from "../../contract/limits.ts";
import type { WrittenPlan } from "../schema/written-plan.ts";
import type { Places } from "../yaml/read-yaml.ts";
import type { Readable } from "../yaml/readable.ts";

/** How the words of a volume's lists are spread over its stories. */
export interface Vocabulary {
  /** The most words that a story is asked for. */
  readonly perStory: number;
  /** In how many stories of a volume each word is asked for. */
  readonly encounters: number;
}

/**
 * What `vocabulary` says. Left out, `perStory` is the most that a story takes: loads are even anyway, so that a lower figure is a wish that only
 * the author can have. `encounters` is one: more of them fill the stories, and whoever wants that says so. `null` where the plan has no such
 * key, or one that could not be read whole.
 */
export function readVocabulary(written: Readable<WrittenPlan>, places: Places): Vocabulary | null {
  const { vocabulary } = written;
  if (vocabulary === undefined) return null;
  const isUnread = (key: "perStory" | "encounters") =>
    vocabulary[key] === undefined && places.has(["vocabulary", key]);
  if (isUnread("perStory") || isUnread("encounters")) return null;
  return { perStory: vocabulary.perStory ?? limits.wordsPerStory, encounters: vocabulary.encounters ?? 1 };
}
