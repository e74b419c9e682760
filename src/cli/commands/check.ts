import { forms, genres, lengths } from "../../contract/choices.ts";
import type { Plan } from "../../plan/plan.ts";
import { foretell, noticesOfFormats, type PlanNotice } from "../../run/plan-notices.ts";
import { languages } from "../../shared/languages/languages.ts";
import { pluralize } from "../../shared/pluralize.ts";
import type { Context } from "../context.ts";
import { openCourseAlone } from "../course-session.ts";
import { type CommandResult, ended } from "../io.ts";
import type { Verbs } from "../parser/declarations.ts";
import { describePlanNotice, describePlanProblem, planDocument } from "../problems/plan.ts";
import { formatTable } from "../render/terminal.ts";

export const verbs: Verbs = {
  check: (context, [plan = ""]) => check(plan, context),
  languages: async (context, [text = ""]) => listLanguages(text, context),
  genres: async (context) => listGenres(context),
};

/** `check <plan>`: reports every problem with its place, offline. */
async function check(file: string, context: Context): Promise<CommandResult> {
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

/** `languages [text]`: lists the codes of the languages that a plan may use, or only those whose code or name contains the text. Offline. */
function listLanguages(wanted: string, { io }: Context): CommandResult {
  const sought = wanted.toLowerCase();
  const found = languages.filter(({ code, name }) =>
    [code, name].some((text) => text.toLowerCase().includes(sought)),
  );
  const rows = found.map(({ code, name, dir, script }) => [
    code,
    name,
    script,
    dir === "rtl" ? "right to left" : "",
  ]);
  const none = `No language code or English name contains ${JSON.stringify(wanted)}.`;
  io.say(rows.length === 0 ? none : formatTable([["code", "language", "script", ""], ...rows]).join("\n"));
  return ended({
    languages: found.map(({ code, name, bcp47, dir, script }) => ({ code, name, bcp47, dir, script })),
  });
}

/** `genres`: the genres, forms and lengths that can be requested for a story. Offline. */
function listGenres({ io }: Context): CommandResult {
  for (const [name, codes] of Object.entries({ genre: genres, form: forms, length: lengths }))
    io.say(`${name.padEnd(8)} ${codes.join(" ")}`);
  return ended({ genres, forms, lengths });
}
