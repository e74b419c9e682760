import type { LedgerProblem } from "../ledger/problem.ts";
import type { Plan } from "../plan/plan.ts";
import type { RunProblem } from "../run/problem.ts";
import type { Credits, JobCounts } from "../run/report.ts";
import type { CourseSettings } from "./settings.ts";

/** One line of a ledger: its place and its content. `FORMAT.md` describes the types and their members; more types and members may be added. */
export interface LedgerLine {
  /** From 1. */
  readonly seq: number;
  /** In UTC, such as `2026-11-20T09:30:00.000Z`. */
  readonly at: string;
  readonly type: string;
  /** SHA-256 of the previous line's hash and this line. */
  readonly hash: string;
  readonly [member: string]: unknown;
}

/** The status of one job of a plan. */
export interface LessonStatus {
  /** The job's id: `<topic>.<lang>.<difficulty>`. */
  readonly job: string;
  /**
   * pending: nothing that could cost money is known. uncertain: a creation may have made a story, and the user has to resolve it. active: a story exists
   * and has not been seen to end. done: everything requested has been saved. failed: the story ended in another way, or its book can't be exported.
   */
  readonly state: "pending" | "uncertain" | "active" | "done" | "failed";
  /** The story's id; null if there is none. */
  readonly story: string | null;
  /** The story's status at the last read (interface, part 3). */
  readonly status: string | null;
  /** The files of its text and its book, relative to the course's folder; null if not saved. */
  readonly text: string | null;
  readonly book: string | null;
}

/** What a ledger shows about a plan. */
export interface LedgerView {
  /** The ledger's location, for display: a path, or a database's address without credentials. */
  readonly location: string;
  /** The course's folder, which contains its stories, books and package. */
  readonly folder: string;
  /** The service that it buys from; null if there is no ledger yet. */
  readonly service: string | null;
  readonly jobs: JobCounts;
  /** In the plan's order. */
  readonly lessons: readonly LessonStatus[];
  /** Of the plan's edition. */
  readonly credits: Credits;
  /** Problems that need the user's attention. */
  readonly problems: readonly RunProblem[];
  /** Why a run would refuse the ledger although it is undamaged: this machine has seen a later state of it. */
  readonly older: LedgerProblem | null;
  /** Every line, verified. */
  readonly lines: readonly LedgerLine[];
}

/**
 * Reads and verifies a course's ledger, and returns the status of each job of the plan. Works offline and doesn't lock the ledger, so that
 * a run can continue meanwhile. If the ledger is missing, the view has no lines. Rejects with a `Failure`: `ledger_damaged`, `ledger_of_other_course`,
 * `ledger_unreachable`.
 */
export async function readLedger(plan: Plan, settings: CourseSettings): Promise<LedgerView> {
  const { courseStatus } = await import("../course/course-status.ts");
  const { matchLessons } = await import("../run/match.ts");
  const { readLedgerState } = await import("../course/ledger.ts");
  const { openSettings } = await import("./open-settings.ts");
  const { place, stateFolder } = openSettings(plan.course, settings);
  const lines: LedgerLine[] = [];
  const { state, older } = await readLedgerState(place.ledger, {
    course: plan.course,
    stateFolder,
    see: (event) => lines.push(event),
  });
  const matched = matchLessons(plan, state);
  const { counts, credits, problems, orphans } = courseStatus(matched, state);
  const { location } = place.ledger;
  return {
    location,
    folder: place.folder,
    service: state.opened?.service ?? null,
    jobs: counts,
    credits,
    older,
    lines,
    problems: [...problems, ...orphans],
    lessons: matched.lessons.map(({ job, status }) => {
      const story = "story" in status ? status.story : null;
      return {
        job: job.id,
        state: status.kind,
        story: story?.id ?? null,
        status: story?.observed?.status ?? null,
        text: story?.saved?.file ?? null,
        book: story?.book?.file ?? null,
      };
    }),
  };
}
