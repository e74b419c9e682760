import type { LedgerState } from "../ledger/format/state.ts";
import type { Job, Plan } from "../plan/plan.ts";
import { gapsOf } from "./bind/bind.ts";
import { editsOf } from "./edits.ts";
import { type MatchedPlan, matchLessons } from "./match.ts";
import type { RunProblem } from "./problem.ts";
import {
  countJobs,
  creditsOf,
  exitCodeFor,
  problemsOfJobs,
  type RunReport,
  uncertainOrphans,
} from "./report.ts";

export interface LedgerNow {
  readonly state: LedgerState;
  readonly location: string;
  /** The service's identity in ledgers. */
  readonly service: string;
}

/**
 * The report of a run that ends at this moment, by what its ledger says: a request that is under way counts as uncertain, as it will to the
 * next run. Waits for nothing, and binds nothing.
 */
export function reportNow(
  written: Plan,
  selected: readonly Job[],
  { state, location, service }: LedgerNow,
): { readonly report: RunReport; readonly lessons: MatchedPlan["lessons"] } {
  const plan = matchLessons(written, state);
  const chosen = new Set(selected.map(({ id }) => id));
  const lessons = plan.lessons.filter(({ job }) => chosen.has(job.id));
  const stop = { code: "interrupted" } as const;
  const problems: RunProblem[] = [...problemsOfJobs(lessons), ...uncertainOrphans(plan, state)];
  const report: RunReport = {
    exitCode: exitCodeFor([stop, ...problems]),
    course: plan.course,
    edition: plan.edition,
    service,
    ledger: location,
    jobs: countJobs(plan, { lessons }, state),
    credits: creditsOf(plan, lessons, state),
    package: null,
    withheld: false,
    gaps: gapsOf(plan),
    problems,
    notices: [stop],
    edits: editsOf(plan, { changed: [] }),
    times: [],
    quality: null,
  };
  return { report, lessons };
}
