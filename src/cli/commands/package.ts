import { packageCourse as makePackage } from "../../course/package-course.ts";
import { exitCodeOf } from "../../run/problem.ts";
import { exitCodeOfAll } from "../../shared/exit-codes.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { every } from "../../shared/timer.ts";
import { findPrinter } from "../chromium.ts";
import type { Context } from "../context.ts";
import { openCourse } from "../course-session.ts";
import { type CommandResult, ended } from "../io.ts";
import { openPackage, repeatedFlagsFor, sayNext } from "../next.ts";
import type { Verbs } from "../parser/declarations.ts";
import { readPlatforms, readSoundFormats } from "../parser/options.ts";
import { describeProblem } from "../problems/problems.ts";
import { describeGaps, objectionsDocument } from "../render/lessons.ts";
import { viewProgress } from "../render/progress.ts";
import { describeSize, describeSizes, problemDocument } from "../render/run.ts";

export const verbs: Verbs = { package: (context, [plan = ""]) => packageCourse(plan, context) };

/** `package <plan>`: rebuilds the package from the ledger and the saved files, offline. */
export async function packageCourse(file: string, context: Context): Promise<CommandResult> {
  const { io, raw } = context;
  const soundIn = readSoundFormats(raw);
  const course = await openCourse(file, context);
  const { plan, place } = course;
  const state = await course.readState();
  const allowPartial = raw.allowPartial === true;
  io.note(`packaging  ${pluralize(plan.jobs.length, "lesson")}`);
  const printer = await findPrinter(plan, context);
  const view = viewProgress(io, plan.jobs.length, { now: context.world.now, every });
  const { written, gaps, lessons, problems } = await makePackage(plan, {
    place,
    state,
    allowPartial,
    soundIn,
    platforms: readPlatforms(raw),
    printer,
    signal: context.interrupt,
    tell: (step) => view.tell({ kind: "packed", ...step }),
  }).finally(view.end);
  for (const warning of written.warnings) io.warn(describeProblem(warning));
  const { path, bytes, sha256, files, standalone } = written;
  io.say(
    `${showText(path)}: ${pluralize(lessons, "lesson")}, ${pluralize(files, "file")}, ${describeSize(bytes)}`,
  );
  io.say(`  sha256 ${sha256}`);
  for (const line of describeSizes(standalone)) io.say(line);
  const again = repeatedFlagsFor(file, context);
  for (const line of describeGaps(gaps, again)) io.say(line);
  for (const problem of problems) io.warn(describeProblem(problem));
  if (problems.length === 0) for (const line of sayNext(openPackage(path))) io.say(line);
  const exitCode = exitCodeOfAll(problems.map(exitCodeOf));
  const members = {
    package: { path, bytes, sha256, standalone },
    missing: gaps.length,
    ...objectionsDocument(gaps),
    problems: problems.map((problem) => problemDocument(problem, again)),
    notices: written.warnings.map((one) => ({ job: null, ...one, message: describeProblem(one) })),
  };
  return ended(members, exitCode);
}
