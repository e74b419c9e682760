import type { Intention } from "../../ledger/format/state.ts";
import type { Removal } from "../../plan/plan.ts";
import { foldTopic } from "./topic-text.ts";

/** How a plan accounts for a bought lesson that none of its jobs has: by an `exclude` rule, or by `removed`. */
export type Account = "excluded" | "removed";

/** A bought lesson that no job of the plan has. */
export interface LeftLesson {
  /** Its name in the ledger, and the key of its record. */
  readonly name: string;
  readonly key: string;
  readonly topicId: string;
  /** The text that its topic had last. */
  readonly text: string;
  /** What was asked for, by its newest purchase. */
  readonly request: Intention["request"];
  /** The ids of its stories and attempts, the newest first. */
  readonly ids: readonly string[];
  /** How many topics were bought before its own: where that stood, as far as the order of the purchases tells. */
  readonly position: number;
  /** Null where the plan says nothing of it. */
  readonly account: Account | null;
}

/** Whether `removed` lets a lesson go. */
export function isLetGo(lesson: Omit<LeftLesson, "account">, removed: readonly Removal[]): boolean {
  return removed.some((removal) => matches(lesson, removal));
}

function matches(
  { topicId, request, text: last, ids }: Omit<LeftLesson, "account">,
  { topic, lang, difficulty, settings, story, text }: Removal,
): boolean {
  if (story !== null && !ids.some((id) => id.startsWith(story))) return false;
  if (text !== null && foldTopic(text) !== foldTopic(last)) return false;
  if (topic !== null && topic !== topicId) return false;
  if (lang !== null && lang !== request.lang) return false;
  if (difficulty !== null && difficulty !== request.difficulty) return false;
  return Object.entries(settings).every(([name, value]) => request[name] === value);
}
