import { type JobStatus, jobStatusOf } from "../ledger/format/job-status.ts";
import { newestCorrections } from "../ledger/format/review/corrections.ts";
import type { JobRecord, LedgerState } from "../ledger/format/state.ts";
import { requestHash } from "../plan/fingerprint.ts";
import { idToReplace } from "../run/create/replacements.ts";
import type { MatchedJob, MatchedPlan } from "../run/match.ts";
import type { RunProblem } from "../run/problem.ts";
import { jobRecordOf } from "../run/record-name.ts";
import {
  type Credits,
  countJobs,
  creditsOf,
  type JobCounts,
  problemsOfJobs,
  uncertainOrphans,
} from "../run/report.ts";
import { countWaiting, holdBack } from "../run/review/gate.ts";
import { reviewsOf } from "../run/review/lesson-reviews.ts";
import { countReviews, type ReviewCounts } from "../run/review/unapproved.ts";
import type { Changed } from "../run/work.ts";

/** A job and its facts in the ledger. */
export interface JobNow {
  readonly job: MatchedJob;
  readonly record: JobRecord | undefined;
  readonly jobStatus: JobStatus;
}

/** A course's status, from its ledger alone. */
export interface CourseStatus {
  readonly jobs: readonly JobNow[];
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

function countCorrections(jobs: readonly JobNow[]): CorrectionCounts {
  const counts = { lessons: 0, sentences: 0, titles: 0, glosses: 0 };
  for (const { jobStatus } of jobs) {
    const { newest } = "story" in jobStatus ? newestCorrections(jobStatus.story) : { newest: null };
    if (newest === null || newest.overlay === null) continue;
    counts.lessons += 1;
    counts.sentences += newest.sentences;
    counts.titles += Number(newest.title);
    counts.glosses += newest.glosses;
  }
  return counts;
}

export function courseStatus(plan: MatchedPlan, state: LedgerState): CourseStatus {
  const jobs = plan.jobs.map((job) => {
    const record = jobRecordOf(job, state);
    return { job, record, jobStatus: jobStatusOf(record) };
  });
  const pending = jobs.filter(({ jobStatus }) => jobStatus.kind === "pending");
  const unbought = pending.map(({ job }) => ({ job, replaces: null }));
  return {
    jobs,
    gates: countWaiting(holdBack(unbought, plan, state).gates),
    counts: countJobs(plan, plan, state),
    credits: creditsOf(plan, plan.jobs, state),
    review: plan.review === null ? null : countReviews(reviewsOf(plan, state)),
    corrections: countCorrections(jobs),
    changed: jobs.filter(isChanged).map(({ job, record }) => ({ job, has: idToReplace(record) })),
    problems: problemsOfJobs(plan.jobs, state),
    orphans: uncertainOrphans(plan, state),
  };
}

/** Whether a job's story was made from another request than its current one. */
export function isChanged({ job, jobStatus }: Pick<JobNow, "job" | "jobStatus">): boolean {
  return jobStatus.kind !== "pending" && jobStatus.attempt.intended.requestHash !== requestHash(job.request);
}
