import type { LedgerState } from "../ledger/format/state.ts";
import type { PlannedLesson } from "./lesson.ts";
import type { MatchedPlan } from "./match.ts";
import { creditsOf } from "./report.ts";
import type { Progress } from "./run-context.ts";

/** How far earlier runs have taken the selected jobs: where this run's progress begins. */
export function begunOf(
  plan: MatchedPlan,
  { lessons, state }: { readonly lessons: readonly PlannedLesson[]; readonly state: LedgerState },
): Extract<Progress, { kind: "begun" }> {
  const statuses = lessons.map(({ job, status }) => ({ id: job.id, kind: status.kind }));
  const idsOf = (...kinds: readonly string[]): string[] =>
    statuses.flatMap(({ id, kind }) => (kinds.includes(kind) ? [id] : []));
  const { committed } = creditsOf(plan, lessons, state);
  return { kind: "begun", created: idsOf("active", "done"), done: idsOf("done"), credits: committed };
}
