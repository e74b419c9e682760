import { tmpdir } from "node:os";
import process from "node:process";
import { placeOfCourse } from "../../../course/course-place.ts";
import { openLines, readLedger } from "../../../course/ledger/open-ledger.ts";
import type { Price, Setting } from "../../../ledger/format/event.ts";
import { settingName } from "../../../ledger/format/fold.ts";
import { identityIn } from "../../../ledger/format/identity.ts";
import { matchLessons } from "../../../run/match.ts";
import type { RunProblem } from "../../../run/problem.ts";
import { quoteSettings } from "../../../run/quote.ts";
import { exitCodeFor, problemsOfJobs, uncertainOrphans } from "../../../run/report.ts";
import { type Restored, restoreLedger } from "../../../run/restore.ts";
import { realFiles } from "../../../shared/files/real-files.ts";
import type { Context } from "../../context.ts";
import { holdLedgerOf } from "../../course/hold-ledger.ts";
import { loadPlanAlone } from "../../course/load-plan.ts";
import { stateFolderOf } from "../../course/state-folder.ts";
import type { CommandResult } from "../../io.ts";
import { describeRestored, restoredDocument } from "../../messages/ledger/restored-words.ts";
import { againFor } from "../../messages/next-command.ts";
import { describeRunProblem } from "../../messages/run/run-words.ts";
import { readCallOptions } from "../../parser/options.ts";
import { knownServiceOf, openConnection, serviceOf } from "../../service/connection.ts";
import { openCallContext } from "../../service/single-calls.ts";
import { refusePlan } from "../check.ts";

/** `ledger restore <plan>`: brings back a ledger that is missing or older than what this machine has seen of it. Buys nothing. */
export async function restore(file: string, context: Context): Promise<CommandResult> {
  const loaded = await loadPlanAlone(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  const { plan } = loaded;
  const { course } = plan;
  const { ledger, folder, rescuePath } = placeOfCourse(course, context.shared);
  const { world, environment, io } = context;
  const asked: RunProblem[] = [];
  const restored = await restoreLedger(
    plan,
    {
      course,
      service: knownServiceOf(context),
      location: ledger.location,
      rescuePath,
      folder,
      stateFolder: stateFolderOf(context),
      spareFolder: tmpdir(),
      files: realFiles,
    },
    {
      open: () => openLines(ledger, { processId: process.pid, world }),
      quote: (settings) => quoteAtService(settings, asked, context),
      service: () => serviceOf(context),
      who: environment.user ?? "unknown",
      world,
    },
  );
  const identity = identityIn((await readLedger(ledger))?.events ?? []) ?? { course, service: "" };
  // Opened once, like a run, so that the mirror has all of it.
  const place = { ledger, folder, rescuePath };
  const store = await holdLedgerOf({ ...identity, course }, { place, mustExist: true }, context, process.pid);
  await store.close();
  const { state } = store;
  const matched = matchLessons(plan, state);
  const ofJobs = problemsOfJobs(matched.lessons).filter(({ code }) => code === "creation_uncertain");
  const problems = [...asked, ...ofJobs, ...uncertainOrphans(matched)];
  // An uncertain creation is for `resolve`: this did what was asked.
  const exitCode = exitCodeFor(asked);
  const done: Restored & { ledger: string } = { ...restored, ledger: ledger.location };
  const again = againFor(file, context);
  for (const line of describeRestored(done, problems, again)) io.say(line);
  for (const problem of problems) io.warn(describeRunProblem(problem));
  return { exitCode, json: { exitCode, ...restoredDocument(done, problems, again) } };
}

/** The service's prices; null if it can't be asked, and then the problems say why. */
async function quoteAtService(
  settings: readonly Setting[],
  problems: RunProblem[],
  context: Context,
): Promise<ReadonlyMap<string, Price> | null> {
  if (context.raw.offline === true) return null;
  const calls = readCallOptions(context.raw, context.shared.local);
  const connection = await openConnection(context, calls);
  try {
    const calling = openCallContext(connection, { calls, state: null }, context);
    const quoting = await quoteSettings(settings, calling);
    if (quoting.ok) return new Map(quoting.quoted.map(({ setting, price }) => [settingName(setting), price]));
    problems.push(...calling.stops.problems, ...(quoting.problem === null ? [] : [quoting.problem]));
    return null;
  } finally {
    await connection.close();
  }
}
