import { placeOfCourse } from "../../course/course-place.ts";
import { packageCourse as makePackage } from "../../course/package-course.ts";
import { exitCodeOf } from "../../run/problem.ts";
import { exitCodeOfAll, exitCodes } from "../../shared/exit-codes.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { findPrinter } from "../chromium/find-printer.ts";
import type { Context } from "../context.ts";
import { loadPlan } from "../course/load-plan.ts";
import { readState } from "../course/read-state.ts";
import type { CommandResult } from "../io.ts";
import { describeGaps } from "../messages/lessons/gap-words.ts";
import { againFor } from "../messages/next-command.ts";
import { describePackageProblem, packageNotice } from "../messages/run/package-words.ts";
import { describeRunProblem } from "../messages/run/run-words.ts";
import { describeSizes } from "../messages/run/size-words.ts";
import { readSoundFormats } from "../parser/options.ts";
import { refusePlan } from "./check.ts";

/** `package <plan>`: rebuilds the package from the ledger and the saved files, offline. */
export async function packageCourse(file: string, context: Context): Promise<CommandResult> {
  const { io, raw, shared } = context;
  const soundIn = readSoundFormats(raw);
  const loaded = await loadPlan(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  const { course } = loaded.plan;
  const place = placeOfCourse(course, shared);
  const state = await readState(place.ledger, course, context);
  const allowPartial = raw.allowPartial === true;
  const { written, gaps, lessons, problems } = await makePackage(loaded.plan, {
    place,
    state,
    allowPartial,
    bindMeans: {
      soundIn,
      printer: await findPrinter(loaded.plan, context),
      signal: context.interrupt,
    },
  });
  for (const warning of written.warnings) io.warn(describePackageProblem(warning));
  const { path, bytes, sha256, files, standalone } = written;
  io.say(
    `${showText(path)}: ${pluralize(lessons, "lesson")}, ${pluralize(files, "file")}, ${pluralize(bytes, "byte")}, sha256 ${sha256}`,
  );
  for (const line of describeSizes(standalone)) io.say(line);
  const again = againFor(file, context);
  for (const line of describeGaps(gaps, again)) io.say(line);
  for (const problem of problems) io.warn(describeRunProblem(problem));
  const exitCode = exitCodeOfAll(problems.map(exitCodeOf));
  return {
    exitCode,
    json: {
      ok: exitCode === exitCodes.done,
      exitCode,
      package: { path, bytes, sha256, standalone },
      missing: gaps.length,
      notices: written.warnings.map(packageNotice),
    },
  };
}
