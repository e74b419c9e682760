import type { PlanProblem } from "../../../plan/problem.ts";
import { describePlanProblem } from "./plan-words.ts";

/** A problem of a plan as `--json` shows it. */
export function planDocument(problem: PlanProblem): Record<string, unknown> {
  const { code, severity, place } = problem;
  return { code, severity, ...place, message: describePlanProblem(problem) };
}
