import { isSilent } from "../ledger/format/job-status.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { LedgerProblem } from "../ledger/problem.ts";
import type { PackageProblem } from "../package/package-problem.ts";
import type { Plan } from "../plan/plan.ts";
import { bindPackage, type PackagingOptions } from "../run/bind.ts";
import { matchLessons } from "../run/match.ts";
import type { RunProblem } from "../run/problem.ts";
import { checkCourse, isStrict, problemsOfQuality } from "../run/quality.ts";
import { problemsOfLessons, type RunReport } from "../run/report.ts";
import { judgePackage } from "../run/reviews.ts";
import { run } from "../run/run.ts";
import type { RunDependencies, RunOptions } from "../run/run-context.ts";
import { problemOfLeft } from "../run/work.ts";
import { Failure } from "../shared/failure.ts";
import { realFiles } from "../shared/files/real-files.ts";
import type { CallOptions } from "./call-options.ts";
import { type Connection, openRateLimiter } from "./connect.ts";
import type { CoursePlace } from "./course-place.ts";
import { refusalWithoutMirror } from "./ledger.ts";
import type { CourseProblem } from "./problem.ts";

interface CourseDependencies
  extends Pick<RunDependencies, "store" | "world" | "tell" | "afterCreation" | "aligner"> {
  readonly connection: Connection;
  readonly calls: CallOptions;
  readonly place: CoursePlace;
  readonly packaging: PackagingOptions;
}

interface CourseRun extends RunOptions {
  /** Set if the user requires an existing ledger, and so vouches that it is the right one. */
  readonly ledgerMustExist: boolean;
}

/** Does what the command `run` does. Throws a Failure (`nothing_remembered`) only before anything is recorded or sent. */
export async function runCourse(
  plan: Plan,
  options: CourseRun,
  {
    store,
    connection: { remote, usage, foresight },
    calls,
    place,
    packaging,
    ...dependencies
  }: CourseDependencies,
): Promise<RunReport> {
  if (store.stateFolder === null) {
    const folder = store.notices.find((notice) => notice.code === "no_mirror")?.folder ?? null;
    const refused = refusalWithoutMirror(folder, { ...options, newLedger: options.consent.isGiven });
    if (refused !== null) throw new Failure<LedgerProblem>(refused);
  }
  return run(plan, options, {
    ...dependencies,
    store,
    remote,
    foresight: foresight ?? null,
    rateLimiter: openRateLimiter(calls, { state: store.state, usage }, dependencies.world),
    files: realFiles,
    folder: place.folder,
    timeLimits: calls,
    checks: true,
    bind: (made, courseFolder, tell) =>
      // An interrupted run still builds its package if that is allowed; only an interrupt while the package is built abandons it.
      bindPackage(made, courseFolder, {
        ...packaging,
        ...(packaging.signal?.aborted && { signal: null }),
        tell,
      }),
  });
}

/** How many unfinished lessons a problem lists. */
const gapsNamed = 5;

interface CoursePackagingOptions extends PackagingOptions {
  readonly place: CoursePlace;
  readonly state: LedgerState;
  readonly allowPartial: boolean | undefined;
}

/**
 * Builds the course's package, offline. Throws a Failure: `ledger_missing`, `package_empty`, `lessons_left`, `package_incomplete`,
 * `lessons_unapproved`, or one of `bindPackage`.
 */
export async function packageCourse(
  asked: Plan,
  { place, state, allowPartial = false, ...packaging }: CoursePackagingOptions,
) {
  const plan = matchLessons(asked, state);
  if (state.opened === null)
    throw new Failure<LedgerProblem>({ code: "ledger_missing", path: place.ledger.location });
  const courseFolder = { files: realFiles, folder: place.folder, state };
  // Checks that only warn are reported by `check-lessons` and after a run; only strict ones need the lessons checked here.
  const quality = isStrict(plan.quality) ? await checkCourse(plan, courseFolder) : null;
  const held = quality?.held ?? [];
  const judged = judgePackage(plan, plan.lessons, { held, allowPartial });
  const { gaps, missed, lessons, unapproved } = judged;
  const missing = missed.length;
  if (unapproved !== null) throw new Failure<RunProblem>(unapproved);
  if (lessons === 0 && held.length === 0)
    throw new Failure<PackageProblem>({ code: "package_empty", missing });
  if (missing > 0 && !(allowPartial && lessons > 0)) {
    const left = problemOfLeft(plan);
    if (left !== null && left.jobs.length > 0) throw new Failure<RunProblem>(left);
    const uncertain = gaps.filter((gap) => gap.state === "uncertain").length;
    const jobs = missed.slice(0, gapsNamed).map(({ job }) => job);
    const unfit = quality === null ? [] : problemsOfQuality(quality, false).slice(0, gapsNamed);
    const facts = { missing, uncertain, held: held.length, jobs, unfit, ready: lessons };
    throw new Failure<CourseProblem>({ code: "package_incomplete", ...facts });
  }
  const written = await bindPackage(plan, { ...courseFolder, gaps }, packaging);
  const silent = problemsOfLessons(
    { left: [] },
    plan.lessons.filter(({ status }) => isSilent(status)),
  );
  const problems = [...silent, ...(quality === null ? [] : problemsOfQuality(quality, allowPartial))];
  return { written, gaps, lessons, problems };
}
