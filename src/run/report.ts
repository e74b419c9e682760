import type * as z from "zod";
import type { creditsSchema, jobCountsSchema, packageSchema } from "../documents/documents.ts";
import { sumOfAttempts } from "../ledger/format/charges.ts";
import type { Price } from "../ledger/format/event.ts";
import { settingName } from "../ledger/format/fold.ts";
import { isSilent, type JobStatus, statusOfAttempt } from "../ledger/format/job-status.ts";
import type { Attempt, LedgerState } from "../ledger/format/state.ts";
import type { LedgerStore } from "../ledger/store.ts";
import type { Gap } from "../package/contents/course.ts";
import { type ExitCode, exitCodeOfAll } from "../shared/exit-codes.ts";
import { crashCause, gapsOf, type PlannedLesson, uncertaintyOf } from "./lesson.ts";
import type { MatchedPlan } from "./match.ts";
import { exitCodeOf, type RunNotice, type RunProblem } from "./problem.ts";
import type { QualityReport } from "./quality.ts";
import type { LessonTimesReport } from "./run-context.ts";

/** How many jobs have each status. */
export type JobCounts = Readonly<z.infer<typeof jobCountsSchema>>;

/** An edition's money, in credits. */
export type Credits = Readonly<z.infer<typeof creditsSchema>>;

/** A package that a run has written. */
export type PackageReport = Readonly<z.infer<typeof packageSchema>>;

/** A run's result. */
export interface RunReport {
  /** 0 if everything asked for is done; otherwise the exit code of the most urgent problem. */
  readonly exitCode: ExitCode;
  /** The plan's `course`. */
  readonly course: string;
  /** The edition, with its placeholders filled in. */
  readonly edition: string;
  /** The service's identity: its address, or `local` for a rehearsal. */
  readonly service: string;
  readonly jobs: JobCounts;
  readonly credits: Credits;
  /** Null if none was written. */
  readonly package: PackageReport | null;
  /** Whether there is no package only because lessons are missing: the finished lessons could be packaged. */
  readonly withheld: boolean;
  /** The plan's unfinished lessons: what a package lacks, or would lack. */
  readonly gaps: readonly Gap[];
  /** The ledger's location for people: a path, or a database's address without credentials. */
  readonly ledger: string;
  /** Why not everything was done. */
  readonly problems: readonly RunProblem[];
  /** What the user should know although nothing went wrong. */
  readonly notices: readonly RunNotice[];
  /** The state of the sentence times of the selected lessons with recordings. */
  readonly times: readonly LessonTimesReport[];
  /** What was found in the finished lessons of the plan; null if they were not checked. */
  readonly quality: QualityReport | null;
}

/**
 * Counts the selected jobs by status, and as uncertain also creations whose job is no longer in the plan. `refused`: jobs that the service refused in
 * this run.
 */
export function countJobs(
  plan: MatchedPlan,
  lessons: readonly PlannedLesson[],
  refused: ReadonlySet<string> = new Set(),
): JobCounts {
  const orphans = plan.left.filter(({ status }) => status.kind === "uncertain");
  const counts = {
    total: lessons.length,
    done: 0,
    pending: 0,
    active: 0,
    failed: 0,
    uncertain: orphans.length,
  };
  for (const { job, status } of lessons) {
    const { kind } = status;
    counts[kind === "pending" && refused.has(job.id) ? "failed" : kind] += 1;
  }
  return counts;
}

/** The edition's money. A job that was not bought counts in `quoted` at the newest quote for its setting. */
export function creditsOf(plan: MatchedPlan, lessons: readonly PlannedLesson[], state: LedgerState): Credits {
  const isOfEdition = (attempt: Attempt) => attempt.intended.edition === plan.edition;
  const { committed, spent } = sumOfAttempts(state.jobs.values(), isOfEdition);
  return {
    quoted: lessons.reduce((sum, lesson) => sum + (priceOf(lesson, state)?.credits ?? 0), 0),
    committed,
    spent,
    budget: plan.budget.credits,
    balance: state.lastQuote?.balance ?? null,
  };
}

function priceOf({ job, match, status }: PlannedLesson, state: LedgerState): Price | undefined {
  if (match === "inherited") return undefined;
  if (status.kind !== "pending") return status.attempt.intended.price;
  return state.quotes.get(settingName(job.request))?.price;
}

/**
 * The problems that follow from the lessons' statuses, each with its job, plus this run's replacements that failed, and the edition's creations of
 * unknown outcome whose job is no longer in the plan, each named `<edition>/<job>`.
 */
export function problemsOfLessons(
  { left }: Pick<MatchedPlan, "left">,
  lessons: readonly PlannedLesson[],
  run: string | null = null,
): RunProblem[] {
  const ofJobs = lessons.map((lesson) => {
    const { job, status } = lesson;
    // A recording that the plan no longer asks for is not missed.
    const isWhole = isSilent(status) && !job.request.audiobook;
    return (isWhole ? null : problemOf(job.id, status)) ?? failedReplacement(lesson, run);
  });
  const orphans = left.map(({ recordKey, status }) =>
    status.kind === "uncertain" ? problemOf(recordKey, status) : null,
  );
  return [...ofJobs, ...orphans].filter((problem) => problem !== null);
}

/** What the user has to resolve, because no run can. */
export function uncertainIn(plan: MatchedPlan, lessons: readonly PlannedLesson[]): RunProblem[] {
  return problemsOfLessons(plan, lessons).filter(({ code }) => code === "creation_uncertain");
}

function failedReplacement({ job, record, latest }: PlannedLesson, run: string | null): RunProblem | null {
  if (record === undefined || latest?.outcome.kind !== "accepted" || latest.intended.run !== run) return null;
  return problemOf(job.id, statusOfAttempt(record, latest));
}

function problemOf(job: string, status: JobStatus): RunProblem | null {
  if (status.kind === "uncertain")
    return { code: "creation_uncertain", job, cause: uncertaintyOf(status.attempt)?.cause ?? crashCause };
  if (status.kind !== "done" && status.kind !== "failed") return null;
  const { id, observed, book, bookUnavailable } = status.story;
  if (status.kind === "done") {
    if (!status.isSilent) return null;
    if (book === null)
      return { code: "audiobook_failed", job, id, status: observed?.book?.status ?? observed?.status ?? "" };
  } else if (status.why !== "book_unavailable") {
    const { why: code } = status;
    return code === "story_failed" ? { code, job, id, error: observed?.error ?? null } : { code, job, id };
  }
  return { code: "book_unavailable", job, id, cause: bookUnavailable ?? "", file: book?.file ?? null };
}

export function exitCodeFor(problems: readonly RunProblem[]): ExitCode {
  return exitCodeOfAll(problems.map(exitCodeOf));
}

/** The report of a run that ends now: a request in flight counts as uncertain, as it will for the next run. `service`: its name in ledgers. */
export function reportOf(
  plan: MatchedPlan,
  lessons: readonly PlannedLesson[],
  { state, location, service }: Pick<LedgerStore, "state" | "location"> & { readonly service: string },
  problems: readonly RunProblem[],
): RunReport {
  const { course, edition } = plan;
  return {
    course,
    edition,
    service,
    ledger: location,
    exitCode: exitCodeFor(problems),
    jobs: countJobs(plan, lessons),
    credits: creditsOf(plan, lessons, state),
    package: null,
    withheld: false,
    gaps: gapsOf(plan),
    problems,
    notices: [],
    times: [],
    quality: null,
  };
}
