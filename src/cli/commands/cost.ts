import { placeOfCourse } from "../../course/course-place.ts";
import { coursesIn } from "../../course/courses-in.ts";
import { type CostRow, costsOf, sumOfCosts } from "../../ledger/format/costs.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import type { Context } from "../context.ts";
import { loadPlanAlone } from "../course/load-plan.ts";
import { readState } from "../course/read-state.ts";
import type { CommandResult } from "../io.ts";
import { costCsv, describeCosts } from "../messages/money/cost-table.ts";
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
  const courses: string[] = [];
  for (const file of files) {
    const loaded = await loadPlanAlone(file, context);
    if (!loaded.ok) return refusePlan(loaded.problems, context);
    courses.push(loaded.plan.course);
  }
  const named = files.length === 0 ? await coursesIn(shared) : [...new Set(courses)];
  const costs: CourseCosts[] = [];
  for (const course of named) {
    const state = await readState(placeOfCourse(course, shared).ledger, course, context);
    costs.push({ course, rows: costsOf(state) });
  }
  const all = costs.flatMap(({ rows }) => rows);
  if (raw.csv === true) io.say(costCsv(costs));
  else for (const line of describeCosts(costs)) io.say(line);
  return {
    exitCode: exitCodes.done,
    json: { ok: true, exitCode: exitCodes.done, courses: costs, total: sumOfCosts(all) },
  };
}
