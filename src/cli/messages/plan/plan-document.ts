import type { PlanProblem } from "../../../plan/problem.ts";
import { describePlanProblem } from "./plan-words.ts";

/** A plan's problem for `--json`. */
export function planDocument(problem: PlanProblem): Record<string, unknown> {
  const { code, severity, place } = problem;
  return { code, severity, ...place, message: describePlanProblem(problem) };
}
