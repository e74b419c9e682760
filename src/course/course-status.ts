import { newestCorrections } from "../ledger/format/review/corrections.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import { requestHash } from "../plan/fingerprint.ts";
import { idToReplace } from "../run/create/replacements.ts";
import type { PlannedLesson } from "../run/lesson.ts";
import type { MatchedPlan } from "../run/match.ts";
import type { RunProblem } from "../run/problem.ts";
import {
  type Credits,
  countJobs,
  creditsOf,
  type JobCounts,
  problemsOfJobs,
  uncertainOrphans,
} from "../run/report.ts";
import { countReviews, countWaiting, holdBack, type ReviewCounts, reviewsOf } from "../run/reviews.ts";
import type { Changed } from "../run/work.ts";

/** A course's status, from its ledger alone. */
export interface CourseStatus {
  readonly counts: JobCounts;
  readonly credits: Credits;
  /** What people have decided about the lessons; null if the plan asks for no review. */
  readonly review: ReviewCounts | null;
  /** What people have corrected in the lessons. */
  readonly corrections: CorrectionCounts;
  /** What waits until people have approved more. */
  readonly gates: ReturnType<typeof countWaiting>;
  /** Jobs that keep a story of another request. */
  readonly changed: readonly Changed[];
  /** The problems that follow from the jobs' statuses. */
  readonly problems: readonly RunProblem[];
  /** Uncertain creations whose job has left the plan. */
  readonly orphans: readonly RunProblem[];
}

/** How much people have corrected: in how many lessons, and how many of their sentences, titles and glosses. */
export interface CorrectionCounts {
  readonly lessons: number;
  readonly sentences: number;
  readonly titles: number;
  readonly glosses: number;
}

function countCorrections(lessons: readonly PlannedLesson[]): CorrectionCounts {
  const counts = { lessons: 0, sentences: 0, titles: 0, glosses: 0 };
  for (const { status } of lessons) {
    const { newest } = "story" in status ? newestCorrections(status.story) : { newest: null };
    if (newest === null || newest.overlay === null) continue;
    counts.lessons += 1;
    counts.sentences += newest.sentences;
    counts.titles += Number(newest.title);
    counts.glosses += newest.glosses;
  }
  return counts;
}

export function courseStatus(plan: MatchedPlan, state: LedgerState): CourseStatus {
  const { lessons } = plan;
  const pending = lessons.filter(({ status }) => status.kind === "pending");
  const unbought = pending.map((lesson) => ({ lesson, replaces: null }));
  return {
    gates: countWaiting(holdBack(unbought, plan).gates),
    counts: countJobs(plan, plan.lessons),
    credits: creditsOf(plan, lessons, state),
    review: plan.review === null ? null : countReviews(reviewsOf(plan)),
    corrections: countCorrections(lessons),
    changed: lessons.filter(isChanged).map(({ job, record }) => ({ job: job.id, has: idToReplace(record) })),
    problems: problemsOfJobs(lessons),
    orphans: uncertainOrphans(plan),
  };
}

/** Whether a job's story was made from another request than its current one. */
export function isChanged({ job, status }: PlannedLesson): boolean {
  return status.kind !== "pending" && status.attempt.intended.requestHash !== requestHash(job.request);
}
