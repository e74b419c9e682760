import { limits } from "../../contract/limits.ts";
import type { WrittenPlan } from "../schema/written-plan.ts";
import type { Places } from "../yaml/read-yaml.ts";
import type { Readable } from "../yaml/readable.ts";

/** How a volume's words are spread over its stories. */
export interface Vocabulary {
  /** The most words requested for a story. */
  readonly perStory: number;
  /** In how many stories of a volume each word is requested. */
  readonly encounters: number;
}

/**
 * Reads `vocabulary`. Default of `perStory`: the most that a story takes, since loads are even anyway and only the author can want fewer.
 * Default of `encounters`: one, since more of them fill the stories. `null` if the plan has no such key, or it could not be read
 * completely.
 */
export function readVocabulary(written: Readable<WrittenPlan>, places: Places): Vocabulary | null {
  const { vocabulary } = written;
  if (vocabulary === undefined) return null;
  const isUnread = (key: "perStory" | "encounters") =>
    vocabulary[key] === undefined && places.has(["vocabulary", key]);
  if (isUnread("perStory") || isUnread("encounters")) return null;
  return { perStory: vocabulary.perStory ?? limits.wordsPerStory, encounters: vocabulary.encounters ?? 1 };
}
