import { jobStatusOf } from "../ledger/format/job-status.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { MatchedJob, MatchedPlan } from "./match.ts";
import { jobRecordOf } from "./record-name.ts";
import { creditsOf } from "./report.ts";
import type { Progress } from "./run-context.ts";

/** How far earlier runs have taken the selected jobs: where this run's progress begins. */
export function begunOf(
  plan: MatchedPlan,
  { jobs, state }: { readonly jobs: readonly MatchedJob[]; readonly state: LedgerState },
): Extract<Progress, { kind: "begun" }> {
  const statuses = jobs.map((job) => ({ id: job.id, kind: jobStatusOf(jobRecordOf(job, state)).kind }));
  const idsOf = (...kinds: readonly string[]): string[] =>
    statuses.flatMap(({ id, kind }) => (kinds.includes(kind) ? [id] : []));
  const { committed } = creditsOf(plan, jobs, state);
  return { kind: "begun", created: idsOf("active", "done"), done: idsOf("done"), credits: committed };
}
