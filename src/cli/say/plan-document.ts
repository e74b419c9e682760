import type { PlanProblem } from "../../plan/problem.ts";
import { sayPlanProblem } from "./plan-words.ts";

/** A problem of a plan as `--json` shows it. */
export function planDocument(problem: PlanProblem): Record<string, unknown> {
  const { code, severity, place } = problem;
  return { code, severity, ...place, message: sayPlanProblem(problem) };
}
