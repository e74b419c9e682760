import type { LedgerState } from "../ledger/format/state.ts";
import type { LedgerProblem } from "../ledger/problem.ts";
import type { PackageProblem } from "../package/package-problem.ts";
import type { Plan } from "../plan/plan.ts";
import { bindPackage, type PackagingOptions } from "../run/bind.ts";
import { problemOfLeft } from "../run/edits.ts";
import { matchLessons } from "../run/match.ts";
import type { RunProblem } from "../run/problem.ts";
import { checkCourse, isStrict, problemsOfQuality } from "../run/quality.ts";
import { problemsOfJobs } from "../run/report.ts";
import { judgePackage } from "../run/reviews.ts";
import { Failure } from "../shared/failure.ts";
import { realFiles } from "../shared/files/real-files.ts";
import type { CoursePlace } from "./course-place.ts";
import type { CourseProblem } from "./problem.ts";

/** How many unfinished lessons a problem lists. */
const gapsNamed = 5;

export interface CoursePackagingOptions extends PackagingOptions {
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
  const judged = await judgePackage(plan, courseFolder, { lessons: plan.lessons, held, allowPartial });
  const { leftOut, gaps, missed, lessons, unapproved } = judged;
  const missing = missed.length;
  if (unapproved !== null) throw new Failure<RunProblem>(unapproved);
  if (lessons === 0) throw new Failure<PackageProblem>({ code: "package_empty", missing });
  if (missing > 0 && !allowPartial) {
    const left = problemOfLeft(plan);
    if (left !== null && left.jobs.length > 0) throw new Failure<RunProblem>(left);
    const uncertain = gaps.filter((gap) => gap.state === "uncertain").length;
    const jobs = missed.slice(0, gapsNamed).map(({ job }) => job);
    const facts = { missing, uncertain, held: held.length, jobs };
    throw new Failure<CourseProblem>({ code: "package_incomplete", ...facts });
  }
  const written = await bindPackage(plan, { ...courseFolder, leftOut }, packaging);
  const silent = problemsOfJobs(plan.lessons).filter(({ code }) => code === "audiobook_failed");
  const problems = [...silent, ...(quality === null ? [] : problemsOfQuality(quality, allowPartial))];
  return { written, gaps, lessons, problems };
}
