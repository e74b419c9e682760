import type { RunContext } from "../run-context.ts";
import type { Work } from "../work.ts";
import { doubtsOf } from "./edits.ts";
import type { MatchedPlan } from "./match-lessons.ts";

/** Lessons per event: a line of about 100 KiB. */
const lessonsMost = 500;

/**
 * Records inherited stories, and the new ids and texts of matched lessons, so that the next edit is compared with this plan and not with the original request.
 * Records nothing while the user has something to decide first.
 */
export async function rememberMatches(
  plan: MatchedPlan,
  { orders }: Pick<Work, "orders">,
  { journal }: Pick<RunContext, "journal">,
): Promise<void> {
  const isUnaccounted = orders.length > 0 && plan.left.some(({ account }) => account === null);
  if (isUnaccounted || doubtsOf(plan).length > 0) return;
  const { edition, news, newMoves, newlyInherited } = plan;
  for (const inherited of newlyInherited)
    await journal.record({ type: "lesson.inherited", edition, ...inherited });
  for (let at = 0; at < news.length || (at === 0 && newMoves.length > 0); at += lessonsMost) {
    const moves = at === 0 ? newMoves.map(({ from, text, to }) => ({ from, text, to })) : [];
    await journal.record({
      type: "lessons.matched",
      edition,
      lessons: news.slice(at, at + lessonsMost),
      moves,
    });
  }
}
