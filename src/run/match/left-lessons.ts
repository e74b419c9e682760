import type { Removal } from "../../plan/plan.ts";
import type { DescribedLesson } from "./bought-lessons.ts";
import { foldTopic } from "./topic-text.ts";

/** How a plan accounts for a bought lesson without a job: by an `exclude` rule, or by `removed`. */
export type Account = "excluded" | "removed";

/** A bought lesson that no job of the plan has. */
export interface LeftLesson extends DescribedLesson {
  /** Null if the plan doesn't account for it. */
  readonly account: Account | null;
}

/** Whether an entry of `removed` covers a lesson. */
export function isRemoved(lesson: DescribedLesson, removed: readonly Removal[]): boolean {
  return removed.some((removal) => matches(lesson, removal));
}

function matches(
  { topicId, request, text: last, ids }: DescribedLesson,
  { topic, lang, difficulty, settings, story, text }: Removal,
): boolean {
  if (story !== null && !ids.some((id) => id.startsWith(story))) return false;
  if (text !== null && foldTopic(text) !== foldTopic(last)) return false;
  if (topic !== null && topic !== topicId) return false;
  if (lang !== null && lang !== request.lang) return false;
  if (difficulty !== null && difficulty !== request.difficulty) return false;
  return Object.entries(settings).every(([name, value]) => request[name] === value);
}
