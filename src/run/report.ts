import type { Price } from "../ledger/format/event.ts";
import { settingName } from "../ledger/format/fold.ts";
import {
  accountFor,
  type JobStatus,
  jobStatusOf,
  latestOf,
  perhapsRefundedFor,
  statusOfAttempt,
} from "../ledger/format/job-status.ts";
import type { Attempt, JobRecord, LedgerState } from "../ledger/format/state.ts";
import type { Gap } from "../package/contents/course.ts";
import { type ExitCode, exitCodeOfAll } from "../shared/exit-codes.ts";
import { crashCause } from "./crash-cause.ts";
import { exitCodeOf } from "./exit-code-of.ts";
import type { Edits } from "./match/edits.ts";
import type { MatchedPlan, RunJob } from "./match/match-lessons.ts";
import type { RunNotice, RunProblem } from "./problem.ts";
import { settingOf } from "./quote/bill.ts";
import type { LessonTimesReport } from "./times/lesson-times.ts";
import { unplanned } from "./work.ts";

/** How many jobs stand where. */
export interface JobCounts {
  /** The selected jobs of the plan. */
  readonly total: number;
  readonly done: number;
  readonly pending: number;
  readonly active: number;
  readonly failed: number;
  /** With `uncertainOrphans`: all that a person has to settle. */
  readonly uncertain: number;
  /** Creations of the edition that nobody knows the outcome of and that no job has; not part of `total`. */
  readonly uncertainOrphans: number;
}

/** The money of an edition, in credits. */
export interface Credits {
  /** What the selected jobs cost by their quotes, bought or not. */
  readonly quoted: number;
  /** What is not proven absent, in this edition. */
  readonly committed: number;
  /** What the service's own figures show, in this edition. */
  readonly spent: number;
  /** How much of `spent` is for audiobooks that failed, and may have been given back unseen. */
  readonly perhapsRefunded: number;
  readonly budget: number;
  /** The account's credits as last quoted; null where it is not limited by credits, or was never asked. */
  readonly balance: number | null;
}

/** The package that a run has written: its path, its size and its SHA-256 in hexadecimal. */
export interface PackageReport {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What a run came to. */
export interface RunReport {
  readonly exitCode: ExitCode;
  readonly course: string;
  readonly edition: string;
  readonly service: string;
  readonly jobs: JobCounts;
  readonly credits: Credits;
  readonly package: PackageReport | null;
  /** Whether there is no package only because lessons are missing: what is done could be packaged. */
  readonly withheld: boolean;
  /** The lessons of the plan that are not finished: what a package lacks, or would lack. */
  readonly gaps: readonly Gap[];
  readonly ledger: string;
  readonly problems: readonly RunProblem[];
  readonly notices: readonly RunNotice[];
  readonly edits: Edits;
  /** How far the sentences of the selected lessons that have recordings have times. */
  readonly times: readonly LessonTimesReport[];
}

/**
 * What became of the selected jobs, from the ledger's state, and of what left the plan before anybody knew its outcome. `refused`: jobs that the
 * service refused in this run.
 */
export function countJobs(
  plan: MatchedPlan,
  { jobs, refused = new Set() }: { jobs: readonly RunJob[]; refused?: ReadonlySet<string> },
  state: LedgerState,
): JobCounts {
  const orphans = uncertainOrphans(plan, state).length;
  const ofJobs = { done: 0, pending: 0, active: 0, failed: 0, uncertain: orphans };
  const counts = { total: jobs.length, ...ofJobs, uncertainOrphans: orphans };
  for (const job of jobs) {
    const { kind } = jobStatusOf(state.jobs.get(job.ledgerKey));
    counts[kind === "pending" && refused.has(job.id) ? "failed" : kind] += 1;
  }
  return counts;
}

/** The edition's money. A job that was not bought counts in `quoted` with the newest quote of its setting. */
export function creditsOf(plan: MatchedPlan, jobs: readonly RunJob[], state: LedgerState): Credits {
  const isOfEdition = (attempt: Attempt) => attempt.intended.edition === plan.edition;
  return {
    quoted: jobs.reduce((sum, job) => sum + (priceOf(job, state)?.credits ?? 0), 0),
    ...accountFor(state, isOfEdition),
    perhapsRefunded: perhapsRefundedFor(state, isOfEdition),
    budget: plan.budget.credits,
    balance: state.lastQuote?.balance ?? null,
  };
}

function priceOf(job: RunJob, state: LedgerState): Price | undefined {
  const jobStatus = jobStatusOf(state.jobs.get(job.ledgerKey));
  if (jobStatus.kind !== "pending") return jobStatus.attempt.intended.price;
  return state.quotes.get(settingName(settingOf(job.request)))?.price;
}

/** The problems that the jobs' own standings are, each with its job; and replacements of this run that came to nothing. */
export function problemsOfJobs(
  jobs: readonly RunJob[],
  state: LedgerState,
  run: string | null = null,
): RunProblem[] {
  return jobs.flatMap((job) => {
    const record = state.jobs.get(job.ledgerKey);
    const problem = problemOf(job, jobStatusOf(record)) ?? failedReplacement(job, record, run);
    return problem === null ? [] : [problem];
  });
}

/** Creations of the edition that nobody knows the outcome of, and whose job the plan no longer has: each by `<edition>/<job>`. */
export function uncertainOrphans(plan: MatchedPlan, state: LedgerState): RunProblem[] {
  return unplanned(plan, state).flatMap((record) => {
    const problem = problemOf({ id: record.key }, jobStatusOf(record));
    return problem?.code === "creation_uncertain" ? [problem] : [];
  });
}

function failedReplacement(
  job: RunJob,
  record: JobRecord | undefined,
  run: string | null,
): RunProblem | null {
  const latest = record === undefined ? undefined : latestOf(record);
  if (record === undefined || latest?.outcome.kind !== "accepted" || latest.intended.run !== run) return null;
  return problemOf(job, statusOfAttempt(record, latest));
}

/** The problem that a job's own status is, or null. */
function problemOf({ id: job }: Pick<RunJob, "id">, jobStatus: JobStatus): RunProblem | null {
  if (jobStatus.kind === "uncertain") {
    const { outcome } = jobStatus.attempt;
    const cause = outcome.kind === "uncertain" ? outcome.event.cause : crashCause;
    return { code: "creation_uncertain", job, cause };
  }
  if (jobStatus.kind !== "failed") return null;
  const { id, observed, bookCallError } = jobStatus.story;
  switch (jobStatus.why) {
    case "story_failed":
      return { code: "story_failed", job, id, error: observed?.error ?? null };
    case "story_canceled":
      return { code: "story_canceled", job, id };
    case "story_missing":
      return { code: "story_missing", job, id };
    case "book_unavailable":
      return { code: "book_unavailable", job, id, cause: bookCallError ?? "" };
  }
}

/** The exit code of everything that was found. */
export function exitCodeFor(problems: readonly RunProblem[]): ExitCode {
  return exitCodeOfAll(problems.map(exitCodeOf));
}
