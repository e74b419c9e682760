import { matchLessons } from "../../run/match.ts";
import { exitCodeOf } from "../../run/problem.ts";
import { checkCourse, problemsOfQuality } from "../../run/quality.ts";
import { exitCodeOfAll, exitCodes } from "../../shared/exit-codes.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { Context } from "../context.ts";
import { openCourse } from "../course-session.ts";
import { type CommandResult, ended } from "../io.ts";
import { nextAt, nextForAll, repeatedFlagsFor, sayNext } from "../next.ts";
import type { Verbs } from "../parser/declarations.ts";
import { describeProblem } from "../problems/problems.ts";
import { describeFindings, describeQuality, describeShopLevels, qualityDocument } from "../render/quality.ts";
import { problemDocument } from "../render/run.ts";

export const verbs: Verbs = { "check-lessons": (context, [plan = ""]) => checkLessons(plan, context) };

/** `check-lessons <plan>`: compares the finished lessons with the plan's requirements; offline. */
export async function checkLessons(file: string, context: Context): Promise<CommandResult> {
  const { io, raw } = context;
  const course = await openCourse(file, context);
  const { place } = course;
  const state = await course.readMadeState();
  const plan = matchLessons(course.plan, state);
  const quality = await checkCourse(plan, { files: realFiles, folder: place.folder });
  const problems = problemsOfQuality(quality, raw.allowPartial === true);
  const damaged = quality.damaged.length > 0 ? [exitCodes.failed] : [];
  const exitCode = exitCodeOfAll([...problems.map(exitCodeOf), ...damaged]);
  const again = repeatedFlagsFor(file, context);
  const next =
    damaged.length > 0
      ? nextAt({ verb: "run" }, again)
      : (nextForAll(problems, again) ?? nextAt({ verb: "package" }, again));
  for (const line of describeFindings(quality)) io.say(line);
  for (const problem of problems) io.warn(describeProblem(problem));
  for (const line of describeShopLevels(quality)) io.say(line);
  io.say(`${describeQuality(quality)}. Nothing was bought or sent.`);
  for (const line of sayNext(next)) io.say(line);
  const members = {
    course: plan.course,
    edition: plan.edition,
    ledger: place.ledger.location,
    quality: qualityDocument(quality),
    ...next,
    problems: problems.map((problem) => problemDocument(problem, again)),
  };
  return ended(members, exitCode);
}
