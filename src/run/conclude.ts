import type { Gap } from "../package/contents/course.ts";
import { exitCodes } from "../shared/exit-codes.ts";
import { errorCode, errorPath, Failure, isSystemError } from "../shared/failure.ts";
import { type Bind, gapsOf, packageFileOf } from "./bind/bind.ts";
import { type LeftOutLessons, refuseWithoutLedger } from "./course-folder.ts";
import type { Edits } from "./edits.ts";
import { exitCodeOf } from "./exit-code-of.ts";
import type { MatchedPlan } from "./match.ts";
import type { RunNotice } from "./notice.ts";
import type { Order } from "./order.ts";
import type { RunProblem } from "./problem.ts";
import type { CheckCourse } from "./quality/check-course.ts";
import { isStrict, problemsOfQuality, type QualityReport } from "./quality/quality-report.ts";
import {
  countJobs,
  creditsOf,
  exitCodeFor,
  type PackageReport,
  problemsOfJobs,
  type RunReport,
  uncertainOrphans,
} from "./report.ts";
import { countWaiting } from "./review/gate.ts";
import { type LessonReview, reviewsOnDisk } from "./review/lesson-reviews.ts";
import { leftOutOf, problemOfUnapproved } from "./review/unapproved.ts";
import type { RunContext } from "./run-context.ts";
import { timesOf } from "./times/lesson-times.ts";
import { saveWords } from "./words/save-words.ts";
import type { Selection, Work } from "./work.ts";

export interface Ending {
  readonly selection: Selection;
  readonly partOfPlan: boolean;
  readonly allowPartial: boolean;
  readonly run: string;
  /** The purchases that the run intended to make. */
  readonly orders: readonly Order[];
  readonly gates: Work["gates"];
  readonly edits: Edits;
  readonly notices: readonly RunNotice[];
  readonly bind: Bind;
  readonly check: CheckCourse | null;
}

// Either a saved file differs from its record, and the next run reads it again at no cost; or the ledger is gone, and its folder with it; or
// the disk failed; or there is no SQLite for Anki's files; or the user stopped the packaging.
const withoutPackage = new Set([
  "disk_failed",
  "file_damaged",
  "correction_unusable",
  "book_missing",
  "book_changed",
  "sqlite_missing",
  "package_of_others",
  "ledger_moved",
  "interrupted",
]);

/** Writes the package if that is allowed, and builds the run's report. */
export async function conclude(plan: MatchedPlan, ending: Ending, context: RunContext): Promise<RunReport> {
  const { journal, stops } = context;
  const { lessons } = ending.selection;
  const refused = new Set(
    stops.problems.filter((problem) => problem.code === "creation_refused").map((problem) => problem.job),
  );
  const counts = countJobs(plan, { lessons, refused }, journal.state);
  const problems = [
    ...stops.problems,
    ...problemsOfJobs(lessons, ending.run),
    ...uncertainOrphans(plan, journal.state),
  ];
  if (ending.gates.length > 0) problems.push({ code: "gate_closed", gates: countWaiting(ending.gates) });
  const left = counts.pending + counts.active;
  if (left > 0 && exitCodeFor(problems) === exitCodes.done) problems.push({ code: "unfinished", left });
  const isFinished =
    counts.done === counts.total && !ending.orders.some((order) => isUnbought(order, ending));
  if (isFinished) forget(problems, ["interrupted", "deadline_reached"]);
  const holdsLedger = !problems.some((problem) => exitCodeOf(problem) === exitCodes.ledger);
  const checked = holdsLedger ? await check(plan, ending, context) : unchecked;
  problems.push(...checked.problems);
  const { reviews, unapproved } = await review(plan, ending, context);
  if (unapproved !== null) problems.push(unapproved);
  const leftOut = leftOutOf(checked.quality?.held ?? [], reviews);
  const gaps = gapsOf(plan, leftOut);
  const verdict = checked.mayBind ? bindingOf(plan, { ending, gaps }) : "nothing";
  const binding = { ending, problems, gaps, leftOut, mayBind: verdict === "bind" };
  const written = holdsLedger ? await endInLedger(plan, binding, context) : null;
  return {
    exitCode: exitCodeFor(problems),
    course: plan.course,
    edition: plan.edition,
    service: context.remote.service,
    jobs: counts,
    credits: creditsOf(plan, lessons, journal.state),
    package: written,
    withheld: holdsLedger && verdict === "withhold",
    gaps,
    ledger: journal.store.location,
    problems,
    notices: ending.notices,
    edits: ending.edits,
    times: timesOf(lessons),
    quality: checked.quality,
  };
}

interface Checked {
  readonly quality: QualityReport | null;
  readonly problems: readonly RunProblem[];
  /** False: what nobody could check may not be packaged. */
  readonly mayBind: boolean;
}

const unchecked: Checked = { quality: null, problems: [], mayBind: true };

/** Checks what is finished. What fails there fails no run, unless the plan wants no unchecked lesson in a package. */
async function check(plan: MatchedPlan, ending: Ending, context: RunContext): Promise<Checked> {
  const { journal, remote, files, folder, tell, world } = context;
  const { state } = journal;
  const lessons = plan.jobs.length - gapsOf(plan).length;
  if (ending.check === null || lessons === 0) return unchecked;
  // Checks save what they measure, and must not re-create a course folder that is gone. The run's end reports that.
  if ((await journal.store.stillHolds())?.code === "ledger_moved") return unchecked;
  tell({ kind: "checking", lessons });
  try {
    const quality = await ending.check(plan, { files, folder, state, service: remote.service });
    return { quality, problems: problemsOfQuality(quality, ending.allowPartial), mayBind: true };
  } catch (error) {
    const cause = isSystemError(error) ? errorCode(error) : String(error);
    world.log.error({ error: cause }, "quality");
    if (!isStrict(plan.quality)) return unchecked;
    return { quality: null, problems: [{ code: "lessons_unchecked", cause }], mayBind: false };
  }
}

interface Reviewed {
  readonly reviews: readonly LessonReview[];
  readonly unapproved: RunProblem | null;
}

/** What people have decided about the plan's lessons, and the problem of those selected ones that they have not approved. */
async function review(
  plan: MatchedPlan,
  { selection, partOfPlan, allowPartial }: Ending,
  { journal, remote, files, folder }: RunContext,
): Promise<Reviewed> {
  const { state } = journal;
  const reviews = await reviewsOnDisk(plan, { files, folder, state, service: remote.service });
  const selected = new Set(selection.lessons.map(({ job }) => job.id));
  const asked = reviews.filter(({ lesson }) => !partOfPlan || selected.has(lesson.job.id));
  return { reviews, unapproved: problemOfUnapproved(plan.review, asked, allowPartial) };
}

/** Whether an order was not carried out. A lesson that it was to replace may still be done. */
function isUnbought({ lesson }: Order, { run }: Ending): boolean {
  return !lesson.attempts.some(({ intended }) => intended.run === run);
}

/** A request to stop that arrived after everything was done has stopped nothing. */
function forget(problems: RunProblem[], codes: readonly RunProblem["code"][]): void {
  const kept = problems.filter(({ code }) => !codes.includes(code));
  problems.splice(0, problems.length, ...kept);
}

interface Binding {
  readonly ending: Ending;
  readonly problems: RunProblem[];
  readonly gaps: readonly Gap[];
  readonly leftOut: LeftOutLessons;
}

/** Binds the package and records the run's end. A ledger that fails only now is reported as a problem; the report is still returned. */
async function endInLedger(
  plan: MatchedPlan,
  { mayBind, ...binding }: Binding & { readonly mayBind: boolean },
  context: RunContext,
): Promise<PackageReport | null> {
  const { ending, problems } = binding;
  const written = mayBind ? await bind(plan, binding, context) : null;
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
  if (gaps.filter(({ lacks }) => lacks === "lesson").length === plan.jobs.length) return "nothing";
  const selected = new Set(ending.selection.lessons.map(({ job }) => job.id));
  const missing = gaps.filter(({ job }) => !ending.partOfPlan || selected.has(job)).length;
  return missing === 0 || ending.allowPartial ? "bind" : "withhold";
}

async function bind(
  plan: MatchedPlan,
  { ending, problems, gaps, leftOut }: Binding,
  context: RunContext,
): Promise<PackageReport | null> {
  const { journal, remote, files, folder, tell } = context;
  const lessons = plan.jobs.length - gaps.filter(({ lacks }) => lacks === "lesson").length;
  tell({ kind: "packaging", lessons });
  try {
    await refuseWithoutLedger(journal.store);
    await saveWords(plan, { files, folder, journal });
    const courseFolder = { files, folder, state: journal.state, service: remote.service, leftOut };
    const written = await ending.bind(plan, courseFolder);
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
    if (isSystemError(error))
      problems.push({ code: "disk_failed", cause: errorCode(error), path: errorPath(error) });
    else if (!(error instanceof Failure) || !withoutPackage.has(error.problem.code)) throw error;
    else problems.push(error.problem as RunProblem);
    return null;
  }
}
