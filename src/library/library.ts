import type { Approval } from "../documents/approval.ts";
import type { Ceilings } from "../ledger/format/ceilings.ts";
import type { LedgerProblem } from "../ledger/problem.ts";
import type { Gap } from "../package/contents/course.ts";
import type { WrittenPackage } from "../package/write-package.ts";
import type { Plan } from "../plan/plan.ts";
import type { PlanResult } from "../plan/read-plan.ts";
import type { Forecast } from "../rate-limit/forecast.ts";
import type { Bill } from "../run/bill.ts";
import type { RunNotice, RunProblem } from "../run/problem.ts";
import type { Credits, JobCounts, RunReport } from "../run/report.ts";
import type { RunChoices } from "../run/run-context.ts";
import { closing } from "../shared/closing.ts";
import type { CourseSettings, JobSelection, LedgerConsent, ServiceSettings } from "./settings.ts";

// Each function loads what it needs: an import of the library alone loads nothing heavy.
const courses = () => import("./open-course.ts");

/** The edition and day to read a plan for. */
export interface PlanOptions {
  /**
   * Overrides the plan's own edition. A name that looks like a value of that edition's placeholders must be one, unless the edition has begun in the
   * ledger of `settings`.
   */
  readonly edition?: string;
  /** The instant for `{date}` and the other placeholders of the edition, in ms since 1970. Default: now. */
  readonly at?: number;
  /**
   * Where the course's ledger is. In a plan with `rotate`, an edition's topics depend on those that earlier editions have had: name the ledger to
   * get the topics that a run with it would have. Default: none, so nothing is known of earlier editions.
   */
  readonly settings?: CourseSettings;
}

/**
 * Reads and checks a plan and the word lists that it names, offline; the result contains every job, with every default filled in. Reports all
 * problems at once, each with file, line and column (from 1). A plan that is `ok` satisfies every limit of the interface (4.2, part 8).
 * Never rejects because of the files' contents; rejects with a `Failure` if the plan rotates its topics and the ledger in `settings` can't be read, and
 * with a `TypeError` if `at` is no instant of the years 1970 to 9999.
 */
export async function readPlan(
  file: string,
  { edition, at, settings }: PlanOptions = {},
): Promise<PlanResult> {
  if (at !== undefined && !(at >= 0 && at <= lastInstant)) throw new TypeError("at: expected ms since 1970");
  const { readPlan: read } = await import("../plan/read-plan.ts");
  return read(file, {
    at: at ?? Date.now(),
    ...(edition === undefined ? {} : { edition }),
    ...(settings === undefined
      ? {}
      : { past: async (course) => (await courses()).courseAt(course, settings).pastEditions() }),
  });
}

/** The last ms of the year 9999. */
const lastInstant = 253_402_300_799_999;

/** Options for quoting a plan. */
export interface QuoteOptions
  extends ServiceSettings,
    JobSelection,
    LedgerConsent,
    Pick<RunChoices, "maxCredits" | "otherAccount"> {
  /** Jobs for which another story would be bought, as for `runPlan`. */
  readonly replace?: RunPlanOptions["replace"];
}

/** What a run would do and cost. All amounts are in credits. */
export interface PlanQuote {
  /** The service's identity: its address, or `local` for a rehearsal. */
  readonly service: string;
  readonly jobs: JobCounts;
  /** The ids of the jobs whose stories a run would buy, in order. */
  readonly toCreate: readonly string[];
  /** Null if no prices were available: the problems say why. */
  readonly bill: Bill | null;
  readonly ceilings: Ceilings;
  /** For `runPlan`: buy exactly this, or nothing. Valid for a day. Null if nothing could be bought. */
  readonly approval: Approval | null;
  readonly forecast: Forecast;
  /** What the user should know even though nothing went wrong. */
  readonly notices: readonly RunNotice[];
  /** The problems that would stop a run from buying. */
  readonly problems: readonly RunProblem[];
  /** Creations with an unknown outcome, which the user has to resolve. */
  readonly uncertain: readonly RunProblem[];
}

/**
 * Has the service quote a plan (interface 4.3) and compares the quote with the ledger, the budget and the account's balance. Spends nothing, and
 * writes nothing to the course's folder. Returns expected problems in the result; rejects with a `Failure` if the settings, the credential or
 * the ledger can't be used.
 */
export async function quotePlan(plan: Plan, options: QuoteOptions): Promise<PlanQuote> {
  const { ServedCourse } = await courses();
  const { previewRun } = await import("../course/preview-run.ts");
  const course = new ServedCourse(plan.course, options);
  const { service } = course;
  const preview = await previewRun(plan, {
    ...options,
    course,
    service,
    replace: options.replace ?? [],
    given: { edition: null, date: null },
    newLedger: options.newLedger !== undefined,
    ask: (state) => course.ask(state),
  });
  const { counts, work, bill, ceilings, approval, forecast, notices, problems, uncertain } = preview;
  return {
    service,
    jobs: counts,
    bill,
    ceilings,
    approval,
    forecast,
    notices,
    problems,
    uncertain,
    toCreate: work.orders.map(({ lesson }) => lesson.job.id),
  };
}

/** Options for a run. If `only`, `first`, `maxCredits` or `replace` is left out, it is taken from `approved`. */
export interface RunPlanOptions extends ServiceSettings, JobSelection, LedgerConsent, RunChoices {
  /**
   * New stories for jobs that already have a story. Each is an explicit second purchase, made only while the job has the story, or attempt, whose
   * id starts with `of` (at least 8 characters), so repeating it buys nothing.
   */
  readonly replace?: readonly { readonly job: string; readonly of: string }[];
}

/**
 * Takes a plan from its current state in the ledger to a finished package: quotes, checks the whole price, creates the stories one at a time
 * (interface 4.2), follows and exports them, and binds the package. Running it again resumes the work; a rerun of a finished edition buys nothing. The
 * ledger is locked during the run (`ledger_held`).
 *
 * The report contains expected failures, with the exit code that the command line would give. Rejects with a `Failure` if nothing could be
 * started because the settings, the selection, the credential or the ledger can't be used, and with a `TypeError` for a limit or a consent that is
 * none. In both cases, nothing was sent.
 */
export async function runPlan(plan: Plan, options: RunPlanOptions): Promise<RunReport> {
  const { ServedCourse } = await courses();
  const { runCourse } = await import("../course/run-course.ts");
  const { readReplacements, readSelection } = await import("../course/select-jobs.ts");
  const { openAligner } = await import("../lessons/align/aligner.ts");
  const kept = options.approved?.selection;
  const only = options.only ?? kept?.only ?? null;
  const first = options.first ?? kept?.first ?? null;
  const replace = options.replace ?? readReplacements(kept?.replace ?? []);
  const selection = readSelection(plan, { only, first, replace });
  const course = new ServedCourse(plan.course, options);
  const { place, world, calls, interrupt, tell } = course;
  const { newLedger, ledgerMustExist = false } = options;
  const connection = await course.connect();
  return closing(connection, async () => {
    const store = await course.openLedger(course.service, ledgerMustExist, null);
    return closing(store, () =>
      runCourse(
        plan,
        {
          ...options,
          maxCredits: options.maxCredits ?? kept?.maxCredits,
          selection,
          ledgerMustExist,
          interrupt,
          consent: { who: newLedger ?? "unknown", isGiven: newLedger !== undefined, ask: null },
        },
        {
          store,
          connection,
          place,
          world,
          calls,
          tell,
          packaging: { signal: options.signal ?? null },
          afterCreation: null,
          aligner: openAligner(),
        },
      ),
    );
  });
}

/** The status of one job of a plan. */
export interface LessonStatus {
  /** The job's id: `<topic>.<lang>.<difficulty>`. */
  readonly job: string;
  /**
   * pending: no recorded creation could have cost money. uncertain: a creation may have made a story, and the user has to resolve it. active: a story
   * exists and has not been seen to end. done: everything requested has been saved. failed: the story ended in another way, or its book can't be
   * exported.
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
  /** The credits of the plan's edition. */
  readonly credits: Credits;
  /** Problems that need the user's attention. */
  readonly problems: readonly RunProblem[];
  /** Why a run would refuse the ledger although it is undamaged: this machine has seen a later state of it. */
  readonly older: LedgerProblem | null;
  /** How many events it has, all verified. */
  readonly events: number;
}

/**
 * Reads and verifies a course's ledger, and returns the status of each job of the plan. Works offline and doesn't lock the ledger, so a run can
 * continue in the meantime. If the ledger is missing, the view has no events. Rejects with a `Failure`: `ledger_damaged`, `ledger_of_other_course`,
 * `ledger_unreachable`.
 */
export async function readLedger(plan: Plan, settings: CourseSettings): Promise<LedgerView> {
  const { courseAt } = await courses();
  const { courseStatus } = await import("../course/course-status.ts");
  const { matchLessons } = await import("../run/match.ts");
  const course = courseAt(plan.course, settings);
  const { state, head, older } = await course.lookAtLedger();
  const matched = matchLessons(plan, state);
  const { counts, credits, problems } = courseStatus(matched, state);
  const { folder, ledger } = course.place;
  return {
    location: ledger.location,
    folder,
    service: state.opened?.service ?? null,
    jobs: counts,
    credits,
    older,
    events: head.seq,
    problems,
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

/** How to build a package. */
export interface BindOptions extends CourseSettings {
  /** Package the finished lessons, and list the missing ones. Default: false, so an unfinished lesson is an error (`package_incomplete`). */
  readonly allowPartial?: boolean | undefined;
}

/** A course's package on disk. */
export interface CoursePackage extends WrittenPackage {
  /** How many lessons it has. */
  readonly lessons: number;
  /** The plan's unfinished lessons. */
  readonly gaps: readonly Gap[];
}

/**
 * Builds a course's package from its ledger and the saved stories and books, offline: `<course>-<edition>.zip` in the course's folder. The same content
 * gives the same bytes, on any machine and any day. An earlier package is kept until the new package is complete.
 *
 * Rejects with a `Failure`: `ledger_missing`, `ledger_damaged`, `ledger_older_copy`, `ledger_forked`, `mirror_unusable`, `package_empty`,
 * `lessons_left`, `package_incomplete`, `lessons_unapproved`, `file_damaged`, `times_damaged`, `correction_unusable`, `package_of_others`,
 * `disk_failed`, or `sqlite_missing`.
 */
export async function bindPackage(plan: Plan, options: BindOptions): Promise<CoursePackage> {
  const { courseAt } = await courses();
  const { packageCourse } = await import("../course/run-course.ts");
  const course = courseAt(plan.course, options);
  const { state } = await course.readLedger();
  const { written, gaps, lessons } = await packageCourse(plan, {
    place: course.place,
    state,
    allowPartial: options.allowPartial,
  });
  const { path, bytes, sha256, files, standalone, warnings } = written;
  return { path, bytes, sha256, files, standalone, warnings, lessons, gaps };
}
