import type { Intention } from "../../ledger/format/state.ts";
import type { Removal } from "../../plan/plan.ts";
import { foldTopic } from "./topic-text.ts";

/** How a plan accounts for a bought lesson without a job: by an `exclude` rule, or by `removed`. */
export type Account = "excluded" | "removed";

/** A bought lesson that no job of the plan has. */
export interface LeftLesson {
  /** Its ledger name, and the key of its record. */
  readonly name: string;
  readonly key: string;
  readonly topicId: string;
  /** The text that its topic last had. */
  readonly text: string;
  /** The request of its newest purchase. */
  readonly request: Intention["request"];
  /** The ids of its stories and attempts, the newest first. */
  readonly ids: readonly string[];
  /** How many topics were bought before its own: approximately its former position in the plan. */
  readonly position: number;
  /** Null if the plan doesn't account for it. */
  readonly account: Account | null;
}

/** Whether an entry of `removed` covers a lesson. */
export function isRemoved(lesson: Omit<LeftLesson, "account">, removed: readonly Removal[]): boolean {
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
