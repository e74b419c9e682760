import { type Account, accountOf, perhapsRefundedOf, type Standing, standingOf } from "../ledger/standing.ts";
import type { Attempt, JobRecord, LedgerState } from "../ledger/state.ts";
import type { Job, Plan } from "../plan/plan.ts";
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

interface Seen<View> {
  readonly view: View;
  readonly problem: RunProblem | null;
}

/**
 * What every job and the whole edition come to, each record looked at once: those of a long ledger are packed, and unpacking one is most of
 * the work. Keeps nothing of a record but what `view` makes of it.
 */
export function overviewOf<View>(
  plan: Plan,
  state: LedgerState,
  view: (job: Job, record: JobRecord | undefined, standing: Standing) => View,
): Overview<View> {
  const counts = { total: plan.jobs.length, done: 0, pending: 0, active: 0, failed: 0, uncertain: 0 };
  const credits = { committed: 0, spent: 0, perhapsRefunded: 0 };
  const isOfEdition = (attempt: Attempt) => attempt.intended.edition === plan.edition;
  const places = new Map<string, number>();
  for (const [place, job] of plan.jobs.entries()) places.set(job.key, place);
  // By place in the plan: a map with a hundred thousand jobs as keys takes as long as looking at their records.
  const seen = plan.jobs.map((): Seen<View> | null => null);
  const see = (job: Job, record: JobRecord | undefined): Seen<View> => {
    const standing = standingOf(record);
    counts[standing.kind] += 1;
    return { view: view(job, record, standing), problem: problemOf(job, standing) };
  };
  for (const [key, record] of state.jobs) {
    const { committed, spent } = accountOf(record, isOfEdition);
    credits.committed += committed;
    credits.spent += spent;
    credits.perhapsRefunded += perhapsRefundedOf(record, isOfEdition);
    const place = places.get(key) ?? -1;
    const job = plan.jobs[place];
    if (job !== undefined) seen[place] = see(job, record);
  }
  const inOrder = plan.jobs.map((job, place) => seen[place] ?? see(job, undefined));
  const problems = inOrder.flatMap(({ problem }) => (problem === null ? [] : [problem]));
  return { counts, credits, problems, jobs: inOrder.map((facts) => facts.view) };
}
