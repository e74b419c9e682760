import { standingOf } from "../ledger/standing.ts";
import type { LedgerState } from "../ledger/state.ts";
import type { Job, Plan } from "../plan/plan.ts";

/**
 * The plan with the keys that its jobs have in this ledger: a job whose topic was renamed (`moved`) goes on under the key that it was bought, or
 * may have been bought, as. Everything about it is recorded there from then on, so that all its purchases stand in one record. A job that was
 * bought under its own key keeps that: what was bought under an earlier one as well is a story too many, and followed as such.
 */
export function withLedgerKeys(plan: Plan, state: LedgerState): Plan {
  if (plan.jobs.every(({ formerKeys }) => formerKeys.length === 0)) return plan;
  return { ...plan, jobs: plan.jobs.map((job) => withLedgerKey(job, state)) };
}

/** As `withLedgerKeys`, of one job. */
export function withLedgerKey(job: Job, { jobs }: LedgerState): Job {
  const { formerKeys } = job;
  if (formerKeys.length === 0) return job;
  const key = [job.key, ...formerKeys].find((one) => standingOf(jobs.get(one)).kind !== "pending");
  return key === undefined ? job : { ...job, key };
}

/** The job's name in the events of its ledger, and the edition that they say: `<edition>/<name>` is its key. */
export function ledgerNameOf({ key }: Job): { readonly edition: string; readonly job: string } {
  // Neither an edition nor a job has a slash in it.
  const [edition = "", job = ""] = key.split("/");
  return { edition, job };
}

/** What people know a job of the ledger by: its id in the plan of today, or its name in the ledger where that plan has it no more. `plan`: with ledger keys. */
export function nameToday(
  { edition, job }: { readonly edition: string; readonly job: string },
  plan: Pick<Plan, "jobs">,
): string {
  const key = `${edition}/${job}`;
  return plan.jobs.find((one) => one.key === key)?.id ?? job;
}
