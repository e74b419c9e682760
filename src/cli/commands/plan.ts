import { approve, billFor, purseFor } from "../../pipeline/bill.ts";
import type { RunProblem } from "../../pipeline/problem.ts";
import { quoteAll } from "../../pipeline/quote.ts";
import { countJobs, exitCodeFor } from "../../pipeline/report.ts";
import { divideWork } from "../../pipeline/work.ts";
import { askingTools } from "../asking.ts";
import { openConnection, serviceOf } from "../connection.ts";
import type { Context } from "../context.ts";
import { placeOfCourse } from "../course-place.ts";
import type { CommandResult } from "../io.ts";
import { loadPlan } from "../load-plan.ts";
import { readCallOptions, text, wholeNumber } from "../options.ts";
import { readState } from "../read-state.ts";
import { sayBill } from "../say/bill-table.ts";
import { againFor, commandLine, nextCommand } from "../say/next-command.ts";
import { planDocument } from "../say/plan-document.ts";
import { sayPlanProblem } from "../say/plan-words.ts";
import { sayRunProblem } from "../say/run-words.ts";
import { selectJobs } from "../select-jobs.ts";
import { refusePlan } from "./check.ts";

/** `plan <plan>`: what a run would do and cost, against ledger, budget and balance. Spends nothing and writes nothing. */
export async function plan(file: string, context: Context): Promise<CommandResult> {
  const { io, raw, shared, world } = context;
  const calls = readCallOptions(raw, shared.local);
  const loaded = await loadPlan(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  for (const warning of loaded.warnings) io.warn(sayPlanProblem(warning));
  const { plan: course } = loaded;
  const first = wholeNumber(raw, "first", { flag: "--first", least: 1 });
  const maxCredits = wholeNumber(raw, "maxCredits", { flag: "--max-credits", least: 0 });
  const jobs = selectJobs(course, { only: text(raw, "only"), first });
  const state = await readState(placeOfCourse(course.course, shared).ledger, course.course);
  const work = divideWork(course, { jobs, replace: new Set() }, state);
  const connection = await openConnection(context, calls);
  const problems: RunProblem[] = [];
  try {
    const tools = askingTools(connection.remote, calls, context);
    const quoting = await quoteAll(work.orders, tools);
    problems.push(
      ...tools.stops.problems,
      ...(quoting.ok || quoting.problem === null ? [] : [quoting.problem]),
    );
    const bill = billFor(work.orders, quoting.ok ? quoting.quoted : []);
    const purse = purseFor(course, state, { at: world.now(), maxCredits });
    if (quoting.ok) problems.push(...approve(bill, purse));
    const counts = countJobs(jobs, state, new Set());
    const again = againFor(file, shared, text(raw, "edition"));
    const exitCode = exitCodeFor(problems);
    io.say(
      `${course.title}, edition ${course.edition}: ${jobs.length} jobs, ${counts.done} done, ${work.orders.length} to create`,
    );
    if (quoting.ok) for (const line of sayBill(bill, purse)) io.say(line);
    for (const job of work.changed)
      io.say(`changed  ${job.id} keeps its story; --replace ${job.id} buys another`);
    for (const problem of problems) io.warn(sayRunProblem(problem));
    io.say(
      `next     ${exitCode === 0 ? commandLine("run", again) : (problems[0] && nextCommand(problems[0], again)) || commandLine("plan", again)}`,
    );
    return {
      exitCode,
      json: {
        ok: exitCode === 0,
        exitCode,
        course: course.course,
        edition: course.edition,
        service: serviceOf(context),
        jobs: counts,
        credits: {
          quoted: bill.total,
          committed: purse.edition.committed,
          budget: purse.edition.limit,
          balance: bill.balance,
        },
        bill: bill.lines.map(({ setting, count, price, total }) => ({ ...setting, count, price, total })),
        toCreate: work.orders.map(({ job }) => job.id),
        changed: work.changed.map(({ id }) => id),
        problems: [
          ...loaded.warnings.map(planDocument),
          ...problems.map((problem) => ({
            code: problem.code,
            message: sayRunProblem(problem),
            next: nextCommand(problem, again),
          })),
        ],
      },
    };
  } finally {
    await connection.close();
  }
}
