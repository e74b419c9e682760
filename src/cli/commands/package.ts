import type { LedgerProblem } from "../../ledger/problem.ts";
import { bindPackage, gapsOf } from "../../run/bind/bind.ts";
import { problemOfDoubtful } from "../../run/match/account-for-doubtful.ts";
import { matchLessons } from "../../run/match/match-lessons.ts";
import type { RunProblem } from "../../run/problem.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import type { Context } from "../context.ts";
import { placeOfCourse } from "../course/course-place.ts";
import { loadPlan } from "../course/load-plan.ts";
import { readState } from "../course/read-state.ts";
import type { CommandResult } from "../io.ts";
import { describeGaps } from "../messages/lessons/gap-words.ts";
import { againFor } from "../messages/next-command.ts";
import { describePackageProblem } from "../messages/run/package-words.ts";
import { describeSizes } from "../messages/run/size-words.ts";
import { readSoundFormats } from "../parser/options.ts";
import type { CommandProblem } from "../problem.ts";
import { refusePlan } from "./check.ts";

/** How many unfinished lessons a message names. */
const gapsNamed = 5;

/** `package <plan>`: builds the package again from the ledger and the saved files, offline. */
export async function packageCourse(file: string, context: Context): Promise<CommandResult> {
  const { io, raw, shared } = context;
  const soundIn = readSoundFormats(raw);
  const loaded = await loadPlan(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  const { course } = loaded.plan;
  const place = placeOfCourse(course, shared);
  const state = await readState(place.ledger, course, context);
  const plan = matchLessons(loaded.plan, state);
  if (state.opened === null)
    throw new Failure<LedgerProblem>({ code: "ledger_missing", path: place.ledger.location });
  const doubtful = problemOfDoubtful(plan);
  if (doubtful !== null) throw new Failure<RunProblem>(doubtful);
  const gaps = gapsOf(plan, state);
  const missing = gaps.length;
  const without = gaps.filter(({ lacks }) => lacks === "lesson").length;
  if (without === plan.jobs.length)
    throw new Failure<CommandProblem>({ code: "nothing_to_package", missing });
  if (missing > 0 && raw.allowPartial !== true) {
    const uncertain = gaps.filter((gap) => gap.state === "uncertain").length;
    const jobs = gaps.slice(0, gapsNamed).map(({ job }) => job);
    throw new Failure<CommandProblem>({ code: "package_incomplete", missing, uncertain, jobs });
  }
  const { service } = state.opened;
  const courseFolder = { files: realFiles, folder: place.folder, state, service };
  const written = await bindPackage(plan, courseFolder, soundIn);
  for (const warning of written.warnings) io.warn(describePackageProblem(warning));
  const { path, bytes, sha256, files, standalone } = written;
  io.say(
    `${showText(path)}: ${pluralize(plan.jobs.length - without, "lesson")}, ${pluralize(files, "file")}, ${pluralize(bytes, "byte")}, sha256 ${sha256}`,
  );
  for (const line of describeSizes(standalone)) io.say(line);
  const again = againFor(file, context);
  for (const line of describeGaps(gaps, again)) io.say(line);
  return {
    exitCode: exitCodes.done,
    json: { ok: true, exitCode: exitCodes.done, package: { path, bytes, sha256, standalone }, missing },
  };
}
