import type { LedgerProblem } from "../../ledger/problem.ts";
import { problemOfDoubtful } from "../../pipeline/account-for-doubtful.ts";
import { bindPackage, gapsOf } from "../../pipeline/bind.ts";
import { matchLessons } from "../../pipeline/match-lessons.ts";
import type { RunProblem } from "../../pipeline/problem.ts";
import { counted } from "../../shared/counted.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/real-files.ts";
import { showText } from "../../shared/text.ts";
import type { Context } from "../context.ts";
import { placeOfCourse } from "../course-place.ts";
import type { CommandResult } from "../io.ts";
import { loadPlan } from "../load-plan.ts";
import { readSoundFormats } from "../options.ts";
import type { CommandProblem } from "../problem.ts";
import { readState } from "../read-state.ts";
import { sayGaps } from "../say/gap-words.ts";
import { againFor } from "../say/next-command.ts";
import { sayPackageProblem } from "../say/package-words.ts";
import { saySizes } from "../say/size-words.ts";
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
  const shelf = { files: realFiles, folder: place.folder, state, service };
  const written = await bindPackage(plan, shelf, soundIn);
  for (const warning of written.warnings) io.warn(sayPackageProblem(warning));
  const { path, bytes, sha256, files, standalone } = written;
  io.say(
    `${showText(path)}: ${counted(plan.jobs.length - without, "lesson")}, ${counted(files, "file")}, ${counted(bytes, "byte")}, sha256 ${sha256}`,
  );
  for (const line of saySizes(standalone)) io.say(line);
  const again = againFor(file, context);
  for (const line of sayGaps(gaps, again)) io.say(line);
  return {
    exitCode: exitCodes.done,
    json: { ok: true, exitCode: exitCodes.done, package: { path, bytes, sha256, standalone }, missing },
  };
}
