import { type JobStatus, jobStatusOf } from "../ledger/format/job-status.ts";
import type { JobRecord, LedgerState } from "../ledger/format/state.ts";
import { requestHash } from "../plan/fingerprint.ts";
import { idToReplace } from "../run/create/replacements.ts";
import type { MatchedPlan, RunJob } from "../run/match/match-lessons.ts";
import type { RunProblem } from "../run/problem.ts";
import {
  type Credits,
  countJobs,
  creditsOf,
  type JobCounts,
  problemsOfJobs,
  uncertainOrphans,
} from "../run/report.ts";
import type { Changed } from "../run/work.ts";

/** A job and what its ledger has of it. */
export interface JobNow {
  readonly job: RunJob;
  readonly record: JobRecord | undefined;
  readonly jobStatus: JobStatus;
}

/** Where a course stands, from its ledger alone. */
export interface CourseStatus {
  readonly jobs: readonly JobNow[];
  readonly counts: JobCounts;
  readonly credits: Credits;
  /** Jobs that keep a story of another request. */
  readonly changed: readonly Changed[];
  /** What the jobs' own status is a problem of. */
  readonly problems: readonly RunProblem[];
  /** Uncertain creations whose job the plan no longer has. */
  readonly orphans: readonly RunProblem[];
}

export function courseStatus(plan: MatchedPlan, state: LedgerState): CourseStatus {
  const jobs = plan.jobs.map((job) => {
    const record = state.jobs.get(job.ledgerKey);
    return { job, record, jobStatus: jobStatusOf(record) };
  });
  return {
    jobs,
    counts: countJobs(plan, plan, state),
    credits: creditsOf(plan, plan.jobs, state),
    changed: jobs.filter(isChanged).map(({ job, record }) => ({ job, has: idToReplace(record) })),
    problems: problemsOfJobs(plan.jobs, state),
    orphans: uncertainOrphans(plan, state),
  };
}

/** Whether a job's story was made from another request than it has now. */
export function isChanged({ job, jobStatus }: Pick<JobNow, "job" | "jobStatus">): boolean {
  return jobStatus.kind !== "pending" && jobStatus.attempt.intended.requestHash !== requestHash(job.request);
}
