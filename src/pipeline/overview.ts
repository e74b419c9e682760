import { type Account, accountOf, perhapsRefundedOf, type Standing, standingOf } from "../ledger/standing.ts";
import type { Attempt, JobRecord, LedgerState } from "../ledger/state.ts";
import type { MatchedPlan, RunJob } from "./match-lessons.ts";
import type { RunProblem } from "./problem.ts";
import { type JobCounts, problemOf } from "./report.ts";

/** How a plan stands by its ledger alone. */
export interface Overview<View> {
  readonly counts: JobCounts;
  /** Of the edition: also of lessons that are no longer in the plan. */
  readonly credits: Account & { readonly perhapsRefunded: number };
  /** In the plan's order, as `jobs`. */
  readonly problems: readonly RunProblem[];
  /** What `view` made of each job. */
  readonly jobs: readonly View[];
}

/**
 * What every job and the whole edition come to, each record looked at once: those of a long ledger are packed, and unpacking one is most of
 * the work. Keeps nothing of a record but what `view` makes of it.
 */
export function overviewOf<View>(
  plan: MatchedPlan,
  state: LedgerState,
  view: (job: RunJob, record: JobRecord | undefined, standing: Standing) => View,
): Overview<View> {
  const counts = { total: plan.jobs.length, done: 0, pending: 0, active: 0, failed: 0, uncertain: 0 };
  const credits = { committed: 0, spent: 0, perhapsRefunded: 0 };
  const isOfEdition = (attempt: Attempt) => attempt.intended.edition === plan.edition;
  const count = (record: JobRecord): void => {
    const { committed, spent } = accountOf(record, isOfEdition);
    credits.committed += committed;
    credits.spent += spent;
    credits.perhapsRefunded += perhapsRefundedOf(record, isOfEdition);
  };
  let planned = 0;
  const problems: RunProblem[] = [];
  const jobs = plan.jobs.map((job) => {
    const record = state.jobs.get(job.ledgerKey);
    if (record !== undefined) {
      planned += 1;
      count(record);
    }
    const standing = standingOf(record);
    counts[standing.kind] += 1;
    const problem = problemOf(job, standing);
    if (problem !== null) problems.push(problem);
    return view(job, record, standing);
  });
  if (planned < state.jobs.size) for (const record of notIn(plan, state)) count(record);
  return { counts, credits, problems, jobs };
}

/** The records of lessons that are not in the plan: of other editions, or taken out of it. */
function* notIn(plan: MatchedPlan, { jobs }: LedgerState): Generator<JobRecord> {
  const planned = new Set(plan.jobs.map(({ ledgerKey }) => ledgerKey));
  for (const key of jobs.keys()) {
    const record = planned.has(key) ? undefined : jobs.get(key);
    if (record !== undefined) yield record;
  }
}
