import { sumOfAttempts } from "../ledger/format/charges.ts";
import type { Price } from "../ledger/format/event.ts";
import { settingName } from "../ledger/format/fold.ts";
import { type JobStatus, jobStatusOf, latestOf, statusOfAttempt } from "../ledger/format/job-status.ts";
import type { Attempt, LedgerState } from "../ledger/format/state.ts";
import type { Gap } from "../package/contents/course.ts";
import type { Job } from "../plan/plan.ts";
import { type ExitCode, exitCodeOfAll } from "../shared/exit-codes.ts";
import { crashCause } from "./crash-cause.ts";
import type { Edits } from "./edits.ts";
import { exitCodeOf } from "./exit-code-of.ts";
import type { PlannedLesson } from "./lesson.ts";
import type { MatchedPlan } from "./match.ts";
import type { RunNotice } from "./notice.ts";
import type { RunProblem } from "./problem.ts";
import type { QualityReport } from "./quality/quality-report.ts";
import type { LessonTimesReport } from "./times/lesson-times.ts";
import { unplanned } from "./work.ts";

/** How many jobs have each status. */
export interface JobCounts {
  /** The plan's selected jobs. */
  readonly total: number;
  /** Everything requested of them is saved. */
  readonly done: number;
  /** Nothing that could cost money is known of them. */
  readonly pending: number;
  /** Their story exists and has not been seen to end. */
  readonly active: number;
  /** Their story ended in another way or is gone, its book can't be exported, or the service refused them in this run. */
  readonly failed: number;
  /** Together with `uncertainOrphans`: everything that the user has to settle. */
  readonly uncertain: number;
  /** The edition's creations of unknown outcome that no job has; not part of `total`. */
  readonly uncertainOrphans: number;
}

/** An edition's money, in credits. */
export interface Credits {
  /** The quoted cost of the selected jobs, bought or not. Inherited stories cost nothing. */
  readonly quoted: number;
  /** Everything not proven absent, in this edition. */
  readonly committed: number;
  /** The cost that the service reports, in this edition. */
  readonly spent: number;
  /** The part of `spent` for audiobooks that failed, which the service may have refunded without showing it. */
  readonly perhapsRefunded: number;
  /** The plan's ceiling for this edition. */
  readonly budget: number;
  /** The account's credits at the last quote; null if it is not limited by credits or was never quoted. */
  readonly balance: number | null;
}

/** A package that a run has written. */
export interface PackageReport {
  /** The zip, in the course's folder. */
  readonly path: string;
  readonly bytes: number;
  /** In 64 hexadecimal digits. */
  readonly sha256: string;
}

/** A run's result. */
export interface RunReport {
  /** 0 if everything asked for is done; otherwise that of the most urgent problem. */
  readonly exitCode: ExitCode;
  /** The plan's `course`. */
  readonly course: string;
  /** The edition, with its placeholders filled in. */
  readonly edition: string;
  /** The service's identity: its address, or `local` for a rehearsal. */
  readonly service: string;
  readonly jobs: JobCounts;
  readonly credits: Credits;
  /** Null: none was written. */
  readonly package: PackageReport | null;
  /** Whether there is no package only because lessons are missing: the finished ones could be packaged. */
  readonly withheld: boolean;
  /** The plan's unfinished lessons: what a package lacks, or would lack. */
  readonly gaps: readonly Gap[];
  /** The ledger's location for people: a path, or a database's address without credentials. */
  readonly ledger: string;
  /** Why not everything was done. */
  readonly problems: readonly RunProblem[];
  /** What the user should know although nothing went wrong. */
  readonly notices: readonly RunNotice[];
  /** What edits of the plan mean for the lessons that were bought. */
  readonly edits: Edits;
  /** The state of the sentence times of the selected lessons with recordings. */
  readonly times: readonly LessonTimesReport[];
  /** What was found in the finished lessons of the plan; null where nobody has looked. */
  readonly quality: QualityReport | null;
}

/**
 * Counts the selected jobs by status, and uncertain creations whose job has left the plan. `refused`: jobs that the service refused in this
 * run.
 */
export function countJobs(
  plan: MatchedPlan,
  { lessons, refused = new Set() }: { lessons: readonly PlannedLesson[]; refused?: ReadonlySet<string> },
  state: LedgerState,
): JobCounts {
  const orphans = uncertainOrphans(plan, state).length;
  const ofJobs = { done: 0, pending: 0, active: 0, failed: 0, uncertain: orphans };
  const counts = { total: lessons.length, ...ofJobs, uncertainOrphans: orphans };
  for (const { job, status } of lessons) {
    const { kind } = status;
    counts[kind === "pending" && refused.has(job.id) ? "failed" : kind] += 1;
  }
  return counts;
}

/** The edition's money. A job that was not bought counts in `quoted` by the newest quote for its setting. */
export function creditsOf(plan: MatchedPlan, lessons: readonly PlannedLesson[], state: LedgerState): Credits {
  const isOfEdition = (attempt: Attempt) => attempt.intended.edition === plan.edition;
  const { committed, spent, perhapsRefunded } = sumOfAttempts(state.jobs.values(), isOfEdition);
  return {
    quoted: lessons.reduce((sum, lesson) => sum + (priceOf(lesson, state)?.credits ?? 0), 0),
    committed,
    spent,
    perhapsRefunded,
    budget: plan.budget.credits,
    balance: state.lastQuote?.balance ?? null,
  };
}

function priceOf({ job, match, status }: PlannedLesson, state: LedgerState): Price | undefined {
  if (match === "inherited") return undefined;
  if (status.kind !== "pending") return status.attempt.intended.price;
  return state.quotes.get(settingName(job.request))?.price;
}

/** The problems that follow from the jobs' statuses, each with its job, plus this run's replacements that failed. */
export function problemsOfJobs(lessons: readonly PlannedLesson[], run: string | null = null): RunProblem[] {
  return lessons.flatMap((lesson) => {
    const problem = problemOf(lesson.job, lesson.status) ?? failedReplacement(lesson, run);
    return problem === null ? [] : [problem];
  });
}

/** The edition's creations of unknown outcome whose job has left the plan, each by `<edition>/<job>`. */
export function uncertainOrphans(plan: MatchedPlan, state: LedgerState): RunProblem[] {
  return unplanned(plan, state).flatMap((record) => {
    const problem = problemOf({ id: record.key }, jobStatusOf(record));
    return problem?.code === "creation_uncertain" ? [problem] : [];
  });
}

function failedReplacement({ job, record }: PlannedLesson, run: string | null): RunProblem | null {
  const latest = record === undefined ? undefined : latestOf(record);
  if (record === undefined || latest?.outcome.kind !== "accepted" || latest.intended.run !== run) return null;
  return problemOf(job, statusOfAttempt(record, latest));
}

/** The problem that a job's status means, or null. */
function problemOf({ id: job }: Pick<Job, "id">, jobStatus: JobStatus): RunProblem | null {
  if (jobStatus.kind === "uncertain") {
    const { outcome } = jobStatus.attempt;
    const cause = outcome.kind === "uncertain" ? outcome.event.cause : crashCause;
    return { code: "creation_uncertain", job, cause };
  }
  if (jobStatus.kind !== "failed") return null;
  const { id, observed, bookUnavailable } = jobStatus.story;
  switch (jobStatus.why) {
    case "story_failed":
      return { code: "story_failed", job, id, error: observed?.error ?? null };
    case "story_canceled":
      return { code: "story_canceled", job, id };
    case "story_missing":
      return { code: "story_missing", job, id };
    case "book_unavailable":
      return { code: "book_unavailable", job, id, cause: bookUnavailable ?? "" };
  }
}

/** The exit code for all problems found. */
export function exitCodeFor(problems: readonly RunProblem[]): ExitCode {
  return exitCodeOfAll(problems.map(exitCodeOf));
}
