import type { LedgerState } from "../../ledger/format/state.ts";
import type { Removal } from "../../plan/plan.ts";
import { describeLesson } from "./bought-lessons.ts";
import { isRemoved, type LeftLesson } from "./left-lessons.ts";
import type { Row } from "./lesson-matching.ts";

/** An entry of `removed`, by text or story, that still covers a lesson which a job has again. */
export interface PutBack {
  readonly removal: Removal;
  /** The first job that has such a lesson by its exact text. */
  readonly job: string;
  /** The other lessons that the entry covers and that are still gone, such as other languages of a text of which one is back. */
  readonly still: readonly LeftLesson[];
}

/**
 * Finds entries of `removed` whose lesson is in the plan again. If such an entry stayed, the next edit of the topic's text would drop the
 * lesson again and buy a new one. Pure. `removed`: the entries by text or story.
 */
export function findPutBack(
  removed: readonly Removal[],
  { rows, left, state }: { rows: readonly Row[]; left: readonly LeftLesson[]; state: LedgerState },
): PutBack[] {
  if (removed.length === 0) return [];
  const held = rows.flatMap(({ job, found, match }) =>
    found !== null && match === "text" ? [{ job: job.id, lesson: describeLesson(found, state) }] : [],
  );
  return removed.flatMap((removal): PutBack[] => {
    const first = held.find(({ lesson }) => isRemoved(lesson, [removal]));
    if (first === undefined) return [];
    const still = left.filter((lesson) => isRemoved(lesson, [removal]));
    return [{ removal, job: first.job, still }];
  });
}
