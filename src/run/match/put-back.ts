import type { LedgerState } from "../../ledger/format/state.ts";
import type { Removal } from "../../plan/plan.ts";
import { describeLesson } from "./bought-lessons.ts";
import { isLetGo, type LeftLesson } from "./left-lessons.ts";
import type { Row } from "./lesson-matching.ts";

/** An entry of `removed`, by a text or a story, although a job has a lesson that it lets go. */
export interface PutBack {
  readonly removal: Removal;
  /** The first job that has one by its very text. */
  readonly job: string;
  /** The lessons that the entry lets go and that did leave: the other languages of a text of which one was put back. */
  readonly still: readonly LeftLesson[];
}

/**
 * Finds entries of `removed` whose lesson was put back. Were such an entry left in, the next edit of the topic's text would let the lesson go once
 * more, and buy it anew. Pure. `removed`: the entries by a text or a story.
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
    const first = held.find(({ lesson }) => isLetGo(lesson, [removal]));
    if (first === undefined) return [];
    const still = left.filter((lesson) => isLetGo(lesson, [removal]));
    return [{ removal, job: first.job, still }];
  });
}
