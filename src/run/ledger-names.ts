import { jobKey } from "../ledger/format/fold.ts";
import type { MatchedPlan, RunJob } from "./match/match-lessons.ts";

/** A job's name and edition as the events of its ledger have them. */
export function ledgerNameOf({ ledgerKey, ledgerName }: Pick<RunJob, "ledgerKey" | "ledgerName">): {
  readonly edition: string;
  readonly job: string;
} {
  return { edition: ledgerKey.slice(0, -ledgerName.length - 1), job: ledgerName };
}

/** The name to show for a job of the ledger: its id in the current plan, or its ledger name if the plan no longer has it. */
export function nameToday(
  { edition, job }: { readonly edition: string; readonly job: string },
  plan: Pick<MatchedPlan, "jobs">,
): string {
  const key = jobKey(edition, job);
  return plan.jobs.find((one) => one.ledgerKey === key)?.id ?? job;
}
