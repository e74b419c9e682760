import type { Plan } from "../../plan/plan.ts";
import { foretell, noticesOfFormats, type PlanNotice } from "../../run/plan-notices.ts";
import { pluralize } from "../../shared/pluralize.ts";
import type { Context } from "../context.ts";
import { openCourseAlone } from "../course-session.ts";
import { type CommandResult, ended } from "../io.ts";
import type { Verbs } from "../parser/declarations.ts";
import { describePlanNotice, describePlanProblem, planDocument } from "../problems/plan.ts";

export const verbs: Verbs = { check: (context, [plan = ""]) => check(plan, context) };

/** `check <plan>`: reports every problem with its place, offline. */
export async function check(file: string, context: Context): Promise<CommandResult> {
  const { io, shared } = context;
  const { plan, warnings } = await openCourseAlone(file, context);
  for (const warning of warnings) io.warn(describePlanProblem(warning), "waiting");
  const foretold = shared.local ? await foretoldIn(plan, context) : [];
  for (const notice of foretold) io.warn(describePlanNotice(notice), "waiting");
  io.say(`${file}: ${pluralize(plan.jobs.length, "job")}, edition ${plan.edition}, no errors`, "good");
  const formats = noticesOfFormats(plan);
  for (const notice of formats) io.say(describePlanNotice(notice));
  return ended({
    course: plan.course,
    edition: plan.edition,
    jobs: plan.jobs.map(({ id }) => id),
    problems: warnings.map(planDocument),
    notices: [...foretold, ...formats].map((one) => ({ code: one.code, message: describePlanNotice(one) })),
  });
}

/** What a rehearsal can't make. The local service is loaded only for a rehearsal. */
async function foretoldIn(plan: Plan, context: Context): Promise<PlanNotice[]> {
  const { rehearsalForesight } = await import("../service/local-service.ts");
  return foretell(plan.jobs, rehearsalForesight(context));
}
