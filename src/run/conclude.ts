import { exitCodes } from "../shared/exit-codes.ts";
import { errorCode, isSystemError } from "../shared/failure.ts";
import { type CourseFolder, packageFileOf } from "./bind.ts";
import { refuseWithoutLedger } from "./course-folder.ts";
import { exitCodeOf, problemOfError, type RunProblem } from "./problem.ts";
import { checkCourse, isStrict, problemsOfQuality, type QualityReport } from "./quality.ts";
import { timesOf } from "./recordings.ts";
import {
  countJobs,
  exitCodeFor,
  type PackageReport,
  problemsOfLessons,
  type RunReport,
  reportOf,
} from "./report.ts";
import { judgePackage } from "./reviews.ts";
import type { RunContext } from "./run-context.ts";
import { saveWords } from "./words.ts";
import type { Work } from "./work.ts";

/** Writes the package if that is allowed, and builds the run's report. `work`: null if the run ended before its work was divided. */
export async function conclude(work: Work | null, context: RunContext): Promise<RunReport> {
  const { plan, lessons, runId, store, stops, notices, options, files, folder, remote } = context;
  const { edition } = plan;
  const { state, location } = store;
  const { orders = [], gates = [] } = work ?? {};
  const refused = new Set(
    stops.problems.filter((problem) => problem.code === "creation_refused").map((problem) => problem.job),
  );
  const counts = countJobs(plan, lessons, refused);
  let problems = [...stops.problems, ...problemsOfLessons(plan, lessons, runId)];
  if (gates.length > 0) problems.push({ code: "gate_closed", gates });
  const left = counts.pending + counts.active;
  if (left > 0 && exitCodeFor(problems) === exitCodes.done) problems.push({ code: "unfinished", left });
  // A lesson that an order was to replace may be done although the order was not carried out.
  const isUnreplaced = orders.some(({ lesson, replaces }) => lesson.latest?.attempt === replaces);
  // A request to stop that arrived after everything was done has stopped nothing.
  if (counts.done === counts.total && !isUnreplaced)
    problems = problems.filter(({ code }) => code !== "interrupted" && code !== "deadline_reached");
  // A course folder that is gone must not be made anew.
  await noting(problems, () => refuseWithoutLedger(store));
  const holdsLedger = !problems.some((problem) => exitCodeOf(problem) === exitCodes.ledger);
  const quality = holdsLedger && context.checks ? await check(problems, context) : null;
  const { allowPartial = false } = options;
  const judged = judgePackage(plan, lessons, { held: quality?.held ?? [], allowPartial });
  const { gaps, unapproved } = judged;
  if (unapproved !== null) problems.push(unapproved);
  const isMissed = judged.missed.length > 0 && !allowPartial;
  // What nobody could check may not be packaged, and there is no package without lessons.
  const mayBind =
    judged.lessons > 0 && holdsLedger && !problems.some(({ code }) => code === "lessons_unchecked");
  let written: PackageReport | null = null;
  if (mayBind && !isMissed) {
    context.tell({ kind: "packaging", lessons: judged.lessons });
    const courseFolder = { files, folder, state, gaps };
    written = await noting(problems, () => bind(courseFolder, context));
  }
  const exitCode = exitCodeFor(problems);
  if (holdsLedger)
    await noting(problems, () => store.append({ type: "run.ended", edition, run: runId, exitCode }));
  const report = reportOf(plan, lessons, { state, location, service: remote.service }, problems);
  const { committed, budget } = report.credits;
  if (committed > budget)
    context.tell({ kind: "notice", notice: { code: "budget_exceeded", committed, budget } });
  return {
    ...report,
    jobs: counts,
    package: written,
    withheld: mayBind && isMissed,
    gaps,
    notices,
    times: timesOf(lessons),
    quality,
  };
}

/** Takes a step of the run's end. If that fails for an expected reason, the reason is one of the report's problems. */
async function noting<Result>(problems: RunProblem[], step: () => Promise<Result>): Promise<Result | null> {
  try {
    return await step();
  } catch (error) {
    const problem = problemOfError(error);
    if (problem === null) throw error;
    if (!problems.some(({ code }) => code === problem.code)) problems.push(problem);
    return null;
  }
}

/** Checks what is finished. What fails there fails no run, unless the plan wants no unchecked lesson in a package. */
async function check(problems: RunProblem[], context: RunContext): Promise<QualityReport | null> {
  const { plan, options, tell, world } = context;
  const lessons = plan.lessons.filter(({ status }) => status.kind === "done").length;
  if (lessons === 0) return null;
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

async function bind(courseFolder: CourseFolder, context: RunContext): Promise<PackageReport> {
  const { plan, store, tell } = context;
  const { edition } = plan;
  await refuseWithoutLedger(store);
  await saveWords(plan, context);
  const written = await context.bind(plan, courseFolder, (step) => tell({ kind: "packed", ...step }));
  const { path, bytes, sha256, release, warnings } = written;
  for (const warning of warnings) tell({ kind: "notice", notice: { code: "package_odd", warning } });
  const file = packageFileOf(plan);
  if (store.state.packages.get(edition)?.sha256 !== sha256)
    await store.append({ type: "package.written", edition, file, bytes, sha256, ...release });
  return { path, bytes, sha256 };
}
