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
): { readonly report: RunReport; readonly jobs: MatchedPlan["jobs"] } {
  const plan = matchLessons(written, state);
  const chosen = new Set(selected.map(({ id }) => id));
  const jobs = plan.jobs.filter(({ id }) => chosen.has(id));
  const stop = { code: "interrupted" } as const;
  const problems: RunProblem[] = [...problemsOfJobs(jobs, state), ...uncertainOrphans(plan, state)];
  const report: RunReport = {
    exitCode: exitCodeFor([stop, ...problems]),
    course: plan.course,
    edition: plan.edition,
    service,
    ledger: location,
    jobs: countJobs(plan, { jobs }, state),
    credits: creditsOf(plan, jobs, state),
    package: null,
    withheld: false,
    gaps: gapsOf(plan, state),
    problems,
    notices: [stop],
    edits: editsOf(plan, { changed: [] }),
    times: [],
    quality: null,
  };
  return { report, jobs };
}
