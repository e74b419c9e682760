import { placeOfCourse } from "../../course/course-place.ts";
import { coursesIn } from "../../course/courses-in.ts";
import { lostLedger } from "../../course/ledger/lost-ledger.ts";
import { type CostRow, costsOf, sumOfCosts } from "../../ledger/format/charges.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { Plan } from "../../plan/plan.ts";
import { type MatchedPlan, matchLessons } from "../../run/match.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import type { Context } from "../context.ts";
import { loadPlanAlone } from "../course/load-plan.ts";
import { readState } from "../course/read-state.ts";
import { serviceOfCourse } from "../course/service-of-course.ts";
import { stateFolderOf } from "../course/state-folder.ts";
import type { CommandResult } from "../io.ts";
import { costCsv, describeCosts } from "../messages/money/cost-table.ts";
import { describeRunProblem } from "../messages/run/run-words.ts";
import { refusePlan } from "./check.ts";

/** What one course has cost. */
export interface CourseCosts {
  readonly course: string;
  readonly rows: readonly CostRow[];
}

/**
 * `cost [plan...]`: what was quoted, spent, held and wasted, by edition, language and month, from the ledgers alone. Without a plan: of every course in
 * the out folder, or in the database of `--ledger`.
 */
export async function cost(files: readonly string[], context: Context): Promise<CommandResult> {
  const { io, shared, raw } = context;
  const plans = new Map<string, Plan>();
  for (const file of files) {
    const loaded = await loadPlanAlone(file, context);
    if (!loaded.ok) return refusePlan(loaded.problems, context);
    plans.set(loaded.plan.course, loaded.plan);
  }
  const named = files.length === 0 ? await coursesIn(shared) : [...plans.keys()];
  const costs: CourseCosts[] = [];
  for (const course of named) {
    const state = await readState(placeOfCourse(course, shared).ledger, course, context);
    costs.push({ course, rows: costsOf(state) });
    const plan = plans.get(course);
    if (plan !== undefined) await warnOfLoss(matchLessons(plan, state), state, context);
  }
  const all = costs.flatMap(({ rows }) => rows);
  if (raw.csv === true) io.say(costCsv(costs));
  else for (const line of describeCosts(costs)) io.say(line);
  return {
    exitCode: exitCodes.done,
    json: { ok: true, exitCode: exitCodes.done, courses: costs, total: sumOfCosts(all) },
  };
}

/** Says so if the figures lack purchases that this machine knows of. */
async function warnOfLoss(plan: MatchedPlan, state: LedgerState, context: Context): Promise<void> {
  const { course, lessons } = plan;
  const place = placeOfCourse(course, context.shared);
  const service = await serviceOfCourse(course, state, context);
  const lost = await lostLedger({
    plan,
    lessons,
    state,
    service,
    place,
    stateFolder: stateFolderOf(context),
  });
  // What another ledger has bought is that ledger's cost.
  if (lost !== null && lost.code !== "bought_elsewhere") context.io.warn(describeRunProblem(lost));
}
