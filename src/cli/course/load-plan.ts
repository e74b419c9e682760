import type { Plan } from "../../plan/plan.ts";
import type { PlanProblem } from "../../plan/problem.ts";
import { readPlan } from "../../plan/read-plan.ts";
import type { Context } from "../context.ts";
import { date, text } from "../parser/options.ts";

export type LoadedPlan =
  | { readonly ok: true; readonly plan: Plan; readonly warnings: readonly PlanProblem[] }
  | { readonly ok: false; readonly problems: readonly PlanProblem[] };

/** Reads the command line's plan, for the edition and day given by its flags. */
export function loadPlan(file: string, { raw, world }: Context): Promise<LoadedPlan> {
  const edition = text(raw, "edition");
  return readPlan(file, { at: date(raw) ?? world.now(), ...(edition === null ? {} : { edition }) });
}
