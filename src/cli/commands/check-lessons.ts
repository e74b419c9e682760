import { placeOfCourse } from "../../course/course-place.ts";
import { matchLessons } from "../../run/match.ts";
import { exitCodeOf } from "../../run/problem.ts";
import { checkCourse, problemsOfQuality } from "../../run/quality.ts";
import { exitCodeOfAll, exitCodes } from "../../shared/exit-codes.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { Context } from "../context.ts";
import { loadPlan } from "../course/load-plan.ts";
import { readMadeState } from "../course/read-made-state.ts";
import type { CommandResult } from "../io.ts";
import { againFor, commandLine, nextForAll } from "../messages/next-command.ts";
import {
  describeFindings,
  describeQuality,
  describeShopLevels,
  qualityDocument,
} from "../messages/quality/quality-words.ts";
import { describeRunProblem } from "../messages/run/run-words.ts";
import { refusePlan } from "./check.ts";

/** `check-lessons <plan>`: the finished lessons held against what the plan asks of them; offline. */
export async function checkLessons(file: string, context: Context): Promise<CommandResult> {
  const { io, raw, shared } = context;
  const loaded = await loadPlan(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  const { course } = loaded.plan;
  const place = placeOfCourse(course, shared);
  const state = await readMadeState(course, context);
  const plan = matchLessons(loaded.plan, state);
  const courseFolder = { files: realFiles, folder: place.folder, state, service: state.opened.service };
  const quality = await checkCourse(plan, courseFolder);
  const problems = problemsOfQuality(quality, raw.allowPartial === true);
  const damaged = quality.damaged.length > 0 ? [exitCodes.failed] : [];
  const exitCode = exitCodeOfAll([...problems.map(exitCodeOf), ...damaged]);
  const again = againFor(file, context);
  const next =
    damaged.length > 0
      ? commandLine("run", again)
      : (nextForAll(problems, again) ?? commandLine("package", again));
  for (const line of describeFindings(quality)) io.say(line);
  for (const problem of problems) io.warn(describeRunProblem(problem));
  for (const line of describeShopLevels(quality)) io.say(line);
  io.say(`${describeQuality(quality)}. Nothing was bought or sent.`);
  io.say(`next     ${next}`);
  return {
    exitCode,
    json: {
      ok: exitCode === exitCodes.done,
      exitCode,
      course,
      edition: plan.edition,
      ledger: place.ledger.location,
      quality: qualityDocument(quality),
      next,
      problems: problems.map((problem) => ({
        job: "job" in problem ? problem.job : null,
        code: problem.code,
        message: describeRunProblem(problem),
      })),
    },
  };
}
