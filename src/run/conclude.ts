import type { Gap } from "../package/contents/course.ts";
import { exitCodes } from "../shared/exit-codes.ts";
import { errorCode, Failure, isSystemError } from "../shared/failure.ts";
import { type Bind, gapsOf, packageFileOf } from "./bind/bind.ts";
import { refuseWithoutLedger } from "./bind/course-folder.ts";
import { exitCodeOf } from "./exit-code-of.ts";
import type { Edits } from "./match/edits.ts";
import type { MatchedPlan } from "./match/match-lessons.ts";
import type { RunNotice, RunProblem } from "./problem.ts";
import {
  countJobs,
  creditsOf,
  exitCodeFor,
  type PackageReport,
  problemsOfJobs,
  type RunReport,
  uncertainOrphans,
} from "./report.ts";
import type { RunContext } from "./run-context.ts";
import { timesOf } from "./times/lesson-times.ts";
import type { Order, Selection } from "./work.ts";

export interface Ending {
  readonly selection: Selection;
  readonly partOfPlan: boolean;
  readonly allowPartial: boolean;
  readonly run: string;
  /** The purchases that the run intended to make. */
  readonly orders: readonly Order[];
  readonly edits: Edits;
  readonly notices: readonly RunNotice[];
  readonly bind: Bind;
}

// Either a saved file differs from its record, and the next run reads it again at no cost; or the ledger is gone, and its folder with it.
const withoutPackage = new Set([
  "file_damaged",
  "book_missing",
  "book_changed",
  "package_of_others",
  "ledger_moved",
]);

/** Writes the package if that is allowed, and builds the run's report. */
export async function conclude(plan: MatchedPlan, ending: Ending, context: RunContext): Promise<RunReport> {
  const { journal, stops } = context;
  const { jobs } = ending.selection;
  const refused = new Set(
    stops.problems.filter((problem) => problem.code === "creation_refused").map((problem) => problem.job),
  );
  const counts = countJobs(plan, { jobs, refused }, journal.state);
  const problems = [
    ...stops.problems,
    ...problemsOfJobs(jobs, journal.state, ending.run),
    ...uncertainOrphans(plan, journal.state),
  ];
  const left = counts.pending + counts.active;
  if (left > 0 && exitCodeFor(problems) === exitCodes.done) problems.push({ code: "unfinished", left });
  const isFinished =
    counts.done === counts.total && !ending.orders.some((order) => isUnbought(order, ending, context));
  if (isFinished) forget(problems, ["interrupted", "deadline_reached"]);
  const holdsLedger = !problems.some((problem) => exitCodeOf(problem) === exitCodes.ledger);
  const gaps = gapsOf(plan, journal.state);
  const verdict = bindingOf(plan, { ending, gaps });
  const mayBind = verdict === "bind";
  const written = holdsLedger ? await endInLedger(plan, { ending, problems, mayBind }, context) : null;
  return {
    exitCode: exitCodeFor(problems),
    course: plan.course,
    edition: plan.edition,
    service: context.remote.service,
    jobs: counts,
    credits: creditsOf(plan, jobs, journal.state),
    package: written,
    withheld: holdsLedger && verdict === "withhold",
    gaps,
    ledger: journal.store.location,
    problems,
    notices: ending.notices,
    edits: ending.edits,
    times: timesOf(jobs, journal.state),
  };
}

/** Whether an order was not carried out. A lesson that it was to replace may still be done. */
function isUnbought({ job }: Order, { run }: Ending, { journal }: RunContext): boolean {
  return !journal.state.jobs.get(job.ledgerKey)?.attempts.some(({ intended }) => intended.run === run);
}

/** A request to stop that arrived after everything was done has stopped nothing. */
function forget(problems: RunProblem[], codes: readonly RunProblem["code"][]): void {
  const kept = problems.filter(({ code }) => !codes.includes(code));
  problems.splice(0, problems.length, ...kept);
}

/** Binds the package and records the run's end. A ledger that fails only now is reported as a problem; the report is still returned. */
async function endInLedger(
  plan: MatchedPlan,
  { ending, problems, mayBind }: { ending: Ending; problems: RunProblem[]; mayBind: boolean },
  context: RunContext,
): Promise<PackageReport | null> {
  const written = mayBind ? await bind(plan, { ending, problems }, context) : null;
  const exitCode = exitCodeFor(problems);
  try {
    await context.journal.record({ type: "run.ended", edition: plan.edition, run: ending.run, exitCode });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const problem = error.problem as RunProblem;
    if (!problems.some(({ code }) => code === problem.code)) problems.push(problem);
  }
  return written;
}

/** Whether a package may be written: with missing lessons only if allowed, and never without any lesson. */
function bindingOf(
  plan: MatchedPlan,
  { ending, gaps }: { ending: Ending; gaps: readonly Gap[] },
): "bind" | "withhold" | "nothing" {
  // A lesson in the wrong place is worse than no package.
  if (plan.doubtful.length > 0) return "nothing";
  if (gaps.filter(({ lacks }) => lacks === "lesson").length === plan.jobs.length) return "nothing";
  const selected = new Set(ending.selection.jobs.map(({ id }) => id));
  const missing = gaps.filter(({ job }) => !ending.partOfPlan || selected.has(job)).length;
  return missing === 0 || ending.allowPartial ? "bind" : "withhold";
}

async function bind(
  plan: MatchedPlan,
  { ending, problems }: { ending: Ending; problems: RunProblem[] },
  context: RunContext,
): Promise<PackageReport | null> {
  const { journal, remote, files, folder, tell } = context;
  const gaps = gapsOf(plan, journal.state);
  const lessons = plan.jobs.length - gaps.filter(({ lacks }) => lacks === "lesson").length;
  tell({ kind: "packaging", lessons });
  try {
    await refuseWithoutLedger(journal.store);
    const written = await ending.bind(plan, { files, folder, state: journal.state, service: remote.service });
    const { path, bytes, sha256, release, warnings } = written;
    for (const warning of warnings) tell({ kind: "notice", notice: { code: "package_odd", warning } });
    if (journal.state.packages.get(plan.edition)?.sha256 !== sha256) {
      const file = packageFileOf(plan);
      await journal.record({
        type: "package.written",
        edition: plan.edition,
        file,
        bytes,
        sha256,
        ...release,
      });
    }
    return { path, bytes, sha256 };
  } catch (error) {
    if (isSystemError(error)) problems.push({ code: "disk_failed", cause: errorCode(error) });
    else if (!(error instanceof Failure) || !withoutPackage.has(error.problem.code)) throw error;
    else problems.push(error.problem as RunProblem);
    return null;
  }
}
