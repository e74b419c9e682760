import type { LedgerProblem } from "../ledger/problem.ts";
import type { Plan } from "../plan/plan.ts";
import type { RunProblem } from "../run/problem.ts";
import type { Credits, JobCounts } from "../run/report.ts";
import type { CourseSettings } from "./settings.ts";

/** One line of a ledger: its place, and what it says. `FORMAT.md` describes the types and their members; others may come. */
export interface LedgerLine {
  /** From 1. */
  readonly seq: number;
  /** In UTC, such as `2026-11-20T09:30:00.000Z`. */
  readonly at: string;
  readonly type: string;
  /** SHA-256 over the line before it and this one. */
  readonly hash: string;
  readonly [member: string]: unknown;
}

/** Where one job of a plan stands. */
export interface LessonStatus {
  /** The job's id: `<topic>.<lang>.<difficulty>`. */
  readonly job: string;
  /**
   * pending: nothing that could cost money is known. uncertain: a creation may have made a story, and a person has to settle it. active: a story exists
   * and its end was not seen. done: everything that was asked for is here. failed: the story ended otherwise, or its book can't be had.
   */
  readonly state: "pending" | "uncertain" | "active" | "done" | "failed";
  /** The story's id; null where there is none. */
  readonly story: string | null;
  /** The story's status as last read (interface, part 3). */
  readonly status: string | null;
  /** Where its text and its book are, below the course's folder; null where they are not here. */
  readonly text: string | null;
  readonly book: string | null;
}

/** What a ledger says of a plan. */
export interface LedgerView {
  /** Where it is, for people: a path, or a database's address without credentials. */
  readonly location: string;
  /** The course's folder: stories, books and the package are below it. */
  readonly folder: string;
  /** The service that it buys from; null where there is no ledger yet. */
  readonly service: string | null;
  readonly jobs: JobCounts;
  /** In the plan's order. */
  readonly lessons: readonly LessonStatus[];
  /** Of the plan's edition. */
  readonly credits: Credits;
  /** What a person should see to. */
  readonly problems: readonly RunProblem[];
  /** Why a run would refuse it although it is whole: this machine has seen a later state of it. */
  readonly older: LedgerProblem | null;
  /** Every line, verified. */
  readonly lines: readonly LedgerLine[];
}

/**
 * Reads and verifies a course's ledger, and tells where each job of the plan stands; offline, and without holding the ledger, so that a run may go on.
 * A ledger that is not there gives a view without lines. Rejects with a `Failure`: `ledger_damaged`, `ledger_of_other_course`,
 * `ledger_unreachable`.
 */
export async function readLedger(plan: Plan, settings: CourseSettings): Promise<LedgerView> {
  const { courseStatus } = await import("../course/course-status.ts");
  const { matchLessons } = await import("../run/match/match-lessons.ts");
  const { readLedgerState } = await import("../course/read-ledger-state.ts");
  const { openSettings } = await import("./open-settings.ts");
  const { place, stateFolder } = openSettings(plan.course, settings);
  const lines: LedgerLine[] = [];
  const { state, older } = await readLedgerState(place.ledger, {
    ...{ course: plan.course, stateFolder },
    see: (event) => lines.push(event),
  });
  const { counts, credits, jobs, problems, orphans } = courseStatus(matchLessons(plan, state), state);
  const { location } = place.ledger;
  return {
    ...{ location, folder: place.folder, service: state.opened?.service ?? null },
    ...{ jobs: counts, credits, older, lines, problems: [...problems, ...orphans] },
    lessons: jobs.map(({ job, jobStatus }) => {
      const story = "story" in jobStatus ? jobStatus.story : null;
      return {
        job: job.id,
        state: jobStatus.kind,
        story: story?.id ?? null,
        status: story?.observed?.status ?? null,
        text: story?.saved?.file ?? null,
        book: story?.book?.file ?? null,
      };
    }),
  };
}
