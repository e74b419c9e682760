import { tmpdir } from "node:os";
import process from "node:process";
import { openLines, readLedger } from "../../../course/ledger.ts";
import type { Price, Setting } from "../../../ledger/format/event.ts";
import { settingName } from "../../../ledger/format/fold.ts";
import { identityIn } from "../../../ledger/format/identity.ts";
import { matchLessons } from "../../../run/match.ts";
import type { RunProblem } from "../../../run/problem.ts";
import { quoteAll } from "../../../run/quote.ts";
import { exitCodeFor, problemsOfJobs, uncertainOrphans } from "../../../run/report.ts";
import { type Restored, restoreLedger } from "../../../run/restore.ts";
import { realFiles } from "../../../shared/files/real-files.ts";
import type { Facts } from "../../../shared/written-text.ts";
import type { Context } from "../../context.ts";
import { knownServiceOf, openCourseAlone, serviceOf, stateFolderOf } from "../../course-session.ts";
import type { CommandResult } from "../../io.ts";
import { commandLine, type RepeatedFlags, repeatedFlagsFor } from "../../next.ts";
import { readCallOptions } from "../../parser/options.ts";
import { describeProblem } from "../../problems/problems.ts";
import { textIn } from "../../problems/texts.ts";
import { openCallContext, openConnection } from "../../service/connection.ts";

/** `ledger restore <plan>`: brings back a ledger that is missing or older than what this machine has seen of it. Buys nothing. */
export async function restore(file: string, context: Context): Promise<CommandResult> {
  const session = await openCourseAlone(file, context);
  const { plan } = session;
  const { course } = plan;
  const { ledger, folder, rescuePath } = session.place;
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
  const identity = identityIn((await readLedger(ledger))?.events ?? []);
  // Opened once, like a run, so that the mirror has all of it.
  const store = await session.hold(true, identity?.service ?? "");
  await store.close();
  const { state } = store;
  const matched = matchLessons(plan, state);
  const ofJobs = problemsOfJobs(matched.lessons).filter(({ code }) => code === "creation_uncertain");
  const problems = [...asked, ...ofJobs, ...uncertainOrphans(matched)];
  // An uncertain creation is for `resolve`: this did what was asked.
  const exitCode = exitCodeFor(asked);
  const done: Restored & { ledger: string } = { ...restored, ledger: ledger.location };
  const again = repeatedFlagsFor(file, context);
  for (const line of describeRestored(done, problems, again)) io.say(line);
  for (const problem of problems) io.warn(describeProblem(problem));
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
    const quoted = await quoteAll(settings, calling);
    problems.push(...calling.stops.problems);
    return quoted && new Map(quoted.map(({ setting, price }) => [settingName(setting), price]));
  } finally {
    await connection.close();
  }
}

type Done = Restored & { readonly ledger: string };

/** What `ledger restore` has put back, and what it could not. */
function describeRestored(done: Done, problems: readonly RunProblem[], again: RepeatedFlags): string[] {
  const { ledger: path, from, events, recorded, lessons, unreadable, corrections, unpriced } = done;
  const isWhole = events + recorded.length + lessons.length === 0;
  const part = (name: string, facts: Facts): string =>
    textIn("ledger", `restored_${name}`, { path, ...facts });
  return [
    ...(isWhole ? [part("whole", {})] : []),
    ...(from === null ? [] : [part("from", { from, events })]),
    ...recorded.map((answer) => part("answer", { ...answer })),
    ...(lessons.length === 0 ? [] : [part("lessons", { lessons })]),
    ...lessons.map((lesson) => part("lesson", { ...lesson })),
    ...unreadable.map((file) => part("unread", { file })),
    ...(corrections.length === 0
      ? []
      : [part("changed", { files: corrections.map((name) => `corrections/${name}`) })]),
    ...(unpriced === 0 ? [] : [part("price", { unpriced })]),
    `next     ${nextOf(problems, again)}`,
  ];
}

function nextOf(problems: readonly RunProblem[], again: RepeatedFlags): string {
  const isUncertain = problems.some(({ code }) => code === "creation_uncertain");
  return commandLine(isUncertain ? "resolve" : "run", again);
}

/** The same for `--json`. */
function restoredDocument(
  done: Done,
  problems: readonly RunProblem[],
  again: RepeatedFlags,
): Record<string, unknown> {
  return {
    ok: problems.every(({ code }) => code === "creation_uncertain"),
    ...done,
    problems: problems.map((problem) => ({
      job: "job" in problem ? problem.job : null,
      code: problem.code,
      message: describeProblem(problem),
    })),
    next: nextOf(problems, again),
  };
}
