import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readPlanText } from "../../plan/files.ts";
import type { Plan } from "../../plan/plan.ts";
import { Reading } from "../../plan/reading.ts";
import { readYaml } from "../../plan/yaml.ts";
import { foretell, noticesOfFormats, type PlanNotice } from "../../run/plan-notices.ts";
import { pluralize } from "../../shared/pluralize.ts";
import type { Context } from "../context.ts";
import { openCourseAlone } from "../course-session.ts";
import { type CommandResult, EndedEarly, ended } from "../io.ts";
import { describePlanNotice, describePlanProblem, planDocument } from "../problems/plan.ts";
import { clockTime } from "../render/instants.ts";

/** `check <plan>`: reports every problem with its place, offline; with `--watch`, checks again after every change until the user stops it. */
export async function check(file: string, context: Context): Promise<CommandResult> {
  if (context.raw.watch !== true) return checkOnce(file, context);
  const again = (): Promise<CommandResult> =>
    checkOnce(file, context).catch((error: unknown) => {
      if (error instanceof EndedEarly) return error.result;
      throw error;
    });
  return watchPlan(file, again, context);
}

async function checkOnce(file: string, context: Context): Promise<CommandResult> {
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

/** Soon enough for somebody who has just saved a file, and no burden. */
const lookMs = 500;

/** Repeats a check whenever the plan or a file that it names has changed, until the user stops it; the result comes from the last check. */
export async function watchPlan(
  file: string,
  checkOnce: () => Promise<CommandResult>,
  { io, interrupt, world }: Context,
): Promise<CommandResult> {
  for (;;) {
    // In this order: if the plan changes meanwhile, so does its state.
    const plan = await stateOf([file]);
    const named = await filesNamedIn(file);
    const others = await stateOf(named);
    const result = await checkOnce();
    if (interrupt.aborted) return result;
    io.note(`${clockTime(world.now())}  watching; press Ctrl-C to stop`);
    while ((await stateOf([file])) === plan && (await stateOf(named)) === others) {
      await world.sleep(lookMs, interrupt);
      if (interrupt.aborted) return result;
    }
  }
}

/** The kinds of files that a plan can name: word lists and pictures. */
const kinds = /\.(?:csv|tsv|txt|xlsx|png|jpe?g)$/i;

/**
 * The files that a plan names, as far as it can be read. What else is beside it may change with every check: its own output, kept in a file there,
 * would start the next one.
 */
async function filesNamedIn(file: string): Promise<string[]> {
  const reading = new Reading(file);
  const text = await readPlanText(file, reading);
  const texts = text === null ? [] : textsIn(readYaml(text, reading));
  return texts.filter((one) => kinds.test(one)).map((one) => join(dirname(file), one));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The sizes and times of files, as text to compare. */
async function stateOf(files: readonly string[]): Promise<string> {
  const states = files.map(async (path) => {
    const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
    return `${path} ${size} ${mtimeMs}`;
  });
  return (await Promise.all(states)).join("\n");
}
