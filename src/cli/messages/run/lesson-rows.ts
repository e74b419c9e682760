import { sumOfAttempts } from "../../../ledger/format/charges.ts";
import type { JobStatus } from "../../../ledger/format/job-status.ts";
import type { JobRecord } from "../../../ledger/format/state.ts";
import type { PlannedLesson } from "../../../run/lesson.ts";
import type { RunProblem } from "../../../run/problem.ts";

/** A selected job after a run. */
export interface LessonRow {
  readonly id: string;
  readonly status: JobStatus["kind"];
  readonly topic: string;
  /** The id of its story; null: it has none. */
  readonly story: string | null;
  /** Whether its story is an earlier edition's, which cost this one nothing. */
  readonly inherited: boolean;
  /** What all its attempts cost. */
  readonly credits: { readonly committed: number; readonly spent: number; readonly perhapsRefunded: number };
  /** The code of its problem. */
  readonly problem: string | null;
}

/** The selected jobs after a run, in their order. Pure. */
export function lessonRows(lessons: readonly PlannedLesson[], problems: readonly RunProblem[]): LessonRow[] {
  const problemOf = new Map(
    problems.flatMap((problem) =>
      "job" in problem && problem.job !== null ? [[problem.job, problem.code]] : [],
    ),
  );
  return lessons.map(({ job, record, status, match }) => {
    const inherited = match === "inherited";
    return {
      id: job.id,
      status: status.kind,
      topic: job.request.topic,
      story: "story" in status ? status.story.id : null,
      inherited,
      credits: inherited || record === undefined ? nothing : creditsOf(record),
      problem: problemOf.get(job.id) ?? null,
    };
  });
}

const nothing = { committed: 0, spent: 0, perhapsRefunded: 0 };

function creditsOf(record: JobRecord): LessonRow["credits"] {
  const { committed, spent, perhapsRefunded } = sumOfAttempts([record]);
  return { committed, spent, perhapsRefunded };
}
