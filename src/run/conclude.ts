import { storiesAboveQuote } from "../ledger/format/charges.ts";
import { exitCodes } from "../shared/exit-codes.ts";
import { errorCode, Failure, isSystemError } from "../shared/failure.ts";
import { type Bind, packageFileOf } from "./bind.ts";
import { type CourseFolder, refuseWithoutLedger } from "./course-folder.ts";
import type { Order } from "./lesson.ts";
import { exitCodeOf, problemOfError, type RunProblem } from "./problem.ts";
import { checkCourse, isStrict, problemsOfQuality, type QualityReport } from "./quality.ts";
import { timesOf } from "./recordings.ts";
import {
  countJobs,
  courseInReport,
  exitCodeFor,
  type PackageReport,
  problemsOfJobs,
  type RunReport,
  uncertainOrphans,
} from "./report.ts";
import { judgePackage } from "./reviews.ts";
import type { RunContext } from "./run-context.ts";
import { saveWords } from "./words.ts";
import { editsOf, type Work } from "./work.ts";

/** What a run ends with besides its context. */
export interface RunEnding {
  readonly bind: Bind;
  /** Whether the finished lessons are checked. Left out: no. */
  readonly checks?: boolean;
}

/** Writes the package if that is allowed, and builds the run's report. `work`: null if the run ended before its work was divided. */
export async function conclude(
  work: Work | null,
  ending: RunEnding,
  context: RunContext,
): Promise<RunReport> {
  const { plan, lessons, runId, store, stops, notices, options, files, folder, remote } = context;
  const { state, location } = store;
  const { orders = [], gates = [] } = work ?? {};
  const refused = new Set(
    stops.problems.filter((problem) => problem.code === "creation_refused").map((problem) => problem.job),
  );
  const counts = countJobs(plan, lessons, refused);
  let problems = [...stops.problems, ...problemsOfJobs(lessons, runId), ...uncertainOrphans(plan)];
  if (gates.length > 0) problems.push({ code: "gate_closed", gates });
  const left = counts.pending + counts.active;
  if (left > 0 && exitCodeFor(problems) === exitCodes.done) problems.push({ code: "unfinished", left });
  // A lesson that an order was to replace may be done although the order was not carried out.
  const isUnbought = ({ lesson }: Order): boolean =>
    !lesson.attempts.some(({ intended }) => intended.run === runId);
  // A request to stop that arrived after everything was done has stopped nothing.
  if (counts.done === counts.total && !orders.some(isUnbought))
    problems = problems.filter(({ code }) => code !== "interrupted" && code !== "deadline_reached");
  const holdsLedger = !problems.some((problem) => exitCodeOf(problem) === exitCodes.ledger);
  const quality = holdsLedger ? await check(ending, problems, context) : null;
  const { allowPartial = false } = options;
  const judged = judgePackage(plan, { lessons, held: quality?.held, allowPartial });
  const { leftOut, gaps, unapproved } = judged;
  if (unapproved !== null) problems.push(unapproved);
  const isMissed = judged.missed.length > 0 && !allowPartial;
  // What nobody could check may not be packaged, and there is no package without lessons.
  const mayBind =
    judged.lessons > 0 && holdsLedger && !problems.some(({ code }) => code === "lessons_unchecked");
  let written: PackageReport | null = null;
  if (mayBind && !isMissed) {
    context.tell({ kind: "packaging", lessons: judged.lessons });
    written = await bind(ending.bind, { files, folder, state, leftOut }, problems, context);
  }
  if (holdsLedger) await recordEnd(problems, context);
  const course = courseInReport(plan, lessons, { state, location, service: remote.service });
  const { committed, budget } = course.credits;
  if (committed > budget) {
    const aboveQuote = storiesAboveQuote(state.jobs.values()).filter((one) => one.edition === plan.edition);
    context.tell({ kind: "notice", notice: { code: "budget_exceeded", committed, budget, aboveQuote } });
  }
  return {
    ...course,
    exitCode: exitCodeFor(problems),
    jobs: counts,
    package: written,
    withheld: mayBind && isMissed,
    gaps,
    problems,
    notices,
    edits: editsOf(plan),
    times: timesOf(lessons),
    quality,
  };
}

/** Checks what is finished. What fails there fails no run, unless the plan wants no unchecked lesson in a package. */
async function check(
  { checks = false }: RunEnding,
  problems: RunProblem[],
  context: RunContext,
): Promise<QualityReport | null> {
  const { plan, options, store, tell, world } = context;
  const lessons = plan.lessons.filter(({ status }) => status.kind === "done").length;
  if (!checks || lessons === 0) return null;
  // Checks save what they measure, and must not re-create a course folder that is gone. The run's end reports that.
  if ((await store.stillHolds())?.code === "ledger_moved") return null;
  tell({ kind: "checking", lessons });
  try {
    const quality = await checkCourse(plan, context);
    problems.push(...problemsOfQuality(quality, options.allowPartial === true));
    return quality;
  } catch (error) {
    const cause = isSystemError(error) ? errorCode(error) : String(error);
    world.log.error({ error: cause }, "quality");
    if (isStrict(plan.quality)) problems.push({ code: "lessons_unchecked", cause });
    return null;
  }
}

/** Records the run's end. A ledger that fails only now is reported as a problem; the report is still returned. */
async function recordEnd(problems: RunProblem[], { plan, runId, store }: RunContext): Promise<void> {
  const exitCode = exitCodeFor(problems);
  try {
    await store.append({ type: "run.ended", edition: plan.edition, run: runId, exitCode });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const problem = error.problem as RunProblem;
    if (!problems.some(({ code }) => code === problem.code)) problems.push(problem);
  }
}

async function bind(
  bindPackage: Bind,
  courseFolder: CourseFolder,
  problems: RunProblem[],
  context: RunContext,
): Promise<PackageReport | null> {
  const { plan, store, tell } = context;
  const { edition } = plan;
  try {
    await refuseWithoutLedger(store);
    await saveWords(plan, context);
    const written = await bindPackage(plan, courseFolder, (step) => tell({ kind: "packed", ...step }));
    const { path, bytes, sha256, release, warnings } = written;
    for (const warning of warnings) tell({ kind: "notice", notice: { code: "package_odd", warning } });
    const file = packageFileOf(plan);
    if (store.state.packages.get(edition)?.sha256 !== sha256)
      await store.append({ type: "package.written", edition, file, bytes, sha256, ...release });
    return { path, bytes, sha256 };
  } catch (error) {
    const problem = problemOfError(error);
    if (problem === null) throw error;
    problems.push(problem);
    return null;
  }
}
