import type { PlanProblem } from "../../plan/problem.ts";
import { counted } from "../../shared/counted.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import type { Context } from "../context.ts";
import type { CommandResult } from "../io.ts";
import { loadPlan } from "../load-plan.ts";
import { planDocument } from "../say/plan-document.ts";
import { sayPlanProblem } from "../say/plan-words.ts";

/** `check <plan>`: every problem with its place, offline. */
export async function check(file: string, context: Context): Promise<CommandResult> {
  const { io } = context;
  const loaded = await loadPlan(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  for (const warning of loaded.warnings) io.warn(sayPlanProblem(warning));
  const { plan } = loaded;
  io.say(`${file}: ${counted(plan.jobs.length, "job")}, edition ${plan.edition}, no errors`);
  return {
    exitCode: exitCodes.done,
    json: {
      ok: true,
      exitCode: exitCodes.done,
      course: plan.course,
      edition: plan.edition,
      jobs: plan.jobs.map(({ id }) => id),
      problems: loaded.warnings.map(planDocument),
    },
  };
}

/** What every command says of a plan that can't be used. Nothing was sent. */
export function refusePlan(problems: readonly PlanProblem[], { io }: Context): CommandResult {
  for (const problem of problems) io.warn(sayPlanProblem(problem));
  const errors = problems.filter(({ severity }) => severity === "error").length;
  io.warn(`${counted(errors, "error")}. Nothing was sent.`);
  return {
    exitCode: exitCodes.invalid,
    json: { ok: false, exitCode: exitCodes.invalid, problems: problems.map(planDocument) },
  };
}
