import type { PlanProblem } from "../../plan/problem.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { pluralize } from "../../shared/pluralize.ts";
import type { Context } from "../context.ts";
import { loadPlanAlone } from "../course/load-plan.ts";
import type { CommandResult } from "../io.ts";
import { planDocument } from "../messages/plan/plan-document.ts";
import { describePlanProblem } from "../messages/plan/plan-words.ts";

/** `check <plan>`: every problem with its place, offline; with `--watch`, again after every change until the user stops it. */
export async function check(file: string, context: Context): Promise<CommandResult> {
  if (context.raw.watch !== true) return checkOnce(file, context);
  const { watchPlan } = await import("./watch-plan.ts");
  return watchPlan(file, () => checkOnce(file, context), context);
}

async function checkOnce(file: string, context: Context): Promise<CommandResult> {
  const { io } = context;
  const loaded = await loadPlanAlone(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  for (const warning of loaded.warnings) io.warn(describePlanProblem(warning));
  const { plan } = loaded;
  io.say(`${file}: ${pluralize(plan.jobs.length, "job")}, edition ${plan.edition}, no errors`);
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

/** Reports a plan that can't be used, the same way for every command. Nothing was sent. */
export function refusePlan(problems: readonly PlanProblem[], { io }: Context): CommandResult {
  for (const problem of problems) io.warn(describePlanProblem(problem));
  const errors = problems.filter(({ severity }) => severity === "error").length;
  io.warn(`${pluralize(errors, "error")}. Nothing was sent.`);
  return {
    exitCode: exitCodes.invalid,
    json: { ok: false, exitCode: exitCodes.invalid, problems: problems.map(planDocument) },
  };
}
