import type { LedgerStore } from "../ledger/store.ts";
import type { Plan } from "../plan/plan.ts";
import { bindPackage, type PackagingOptions } from "../run/bind.ts";
import type { RunReport } from "../run/report.ts";
import { type RunDependencies, run } from "../run/run.ts";
import type { RunOptions } from "../run/run-context.ts";
import { Failure } from "../shared/failure.ts";
import { realFiles } from "../shared/files/real-files.ts";
import type { CallOptions } from "./call-options.ts";
import type { Connection } from "./connect.ts";
import { openRateLimiter } from "./connect.ts";
import type { CoursePlace } from "./course-place.ts";
import type { CourseProblem } from "./problem.ts";

export interface CourseDependencies
  extends Pick<RunDependencies, "store" | "world" | "tell" | "afterCreation" | "aligner"> {
  readonly connection: Connection;
  readonly calls: CallOptions;
  readonly place: CoursePlace;
  readonly packaging: PackagingOptions;
}

export interface CourseRun extends RunOptions {
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
  refuseWithoutMirror(store, options);
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

/**
 * Without a mirror, a lost ledger would be bought again. A user who requires the ledger keeps it safe by other means; one who consents to a new one
 * buys without a mirror this once.
 */
function refuseWithoutMirror(
  { stateFolder, notices }: LedgerStore,
  { ledgerMustExist, consent }: CourseRun,
): void {
  if (stateFolder !== null || ledgerMustExist || consent.isGiven) return;
  const folder = notices.find((notice) => notice.code === "no_mirror")?.folder ?? null;
  throw new Failure<CourseProblem>({ code: "nothing_remembered", folder });
}
