import { jobKey } from "../ledger/format/fold.ts";
import type { MatchedPlan, RunJob } from "./match/match-lessons.ts";

/** A job's name in the events of its ledger, and the edition that they say. */
export function ledgerNameOf({ ledgerKey, ledgerName }: Pick<RunJob, "ledgerKey" | "ledgerName">): {
  readonly edition: string;
  readonly job: string;
} {
  return { edition: ledgerKey.slice(0, -ledgerName.length - 1), job: ledgerName };
}

/** What people know a job of the ledger by: its id in the plan of today, or its name in the ledger where that plan has it no more. */
export function nameToday(
  { edition, job }: { readonly edition: string; readonly job: string },
  plan: Pick<MatchedPlan, "jobs">,
): string {
  const key = jobKey(edition, job);
  return plan.jobs.find((one) => one.ledgerKey === key)?.id ?? job;
}
