import { tmpdir } from "node:os";
import process from "node:process";
import { openLines, readLedger } from "../../../course/ledger.ts";
import type { Price, Setting } from "../../../ledger/format/event.ts";
import { settingName } from "../../../ledger/format/fold.ts";
import { identityIn } from "../../../ledger/format/identity.ts";
import { matchLessons } from "../../../run/match.ts";
import type { RunProblem } from "../../../run/problem.ts";
import { quoteSettings } from "../../../run/quote.ts";
import { exitCodeFor, problemsOfJobs, uncertainOrphans } from "../../../run/report.ts";
import { type Restored, type RestoredLesson, restoreLedger } from "../../../run/restore.ts";
import { realFiles } from "../../../shared/files/real-files.ts";
import { pluralize } from "../../../shared/pluralize.ts";
import { showText } from "../../../shared/text.ts";
import type { Context } from "../../context.ts";
import { knownServiceOf, openCourseAlone, serviceOf, stateFolderOf } from "../../course-session.ts";
import type { CommandResult } from "../../io.ts";
import { commandLine, type RepeatedFlags, repeatedFlagsFor } from "../../next.ts";
import { readCallOptions } from "../../parser/options.ts";
import { describeProblem } from "../../problems/problems.ts";
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
    const quoted = await quoteSettings(settings, calling);
    problems.push(...calling.stops.problems);
    return quoted && new Map(quoted.map(({ setting, price }) => [settingName(setting), price]));
  } finally {
    await connection.close();
  }
}

type Done = Restored & { readonly ledger: string };

const knownBy: Readonly<Record<RestoredLesson["by"], string>> = {
  memory: "remembered by this machine",
  rescue: "from a rescue file",
  text: "recognized by its topic, language and difficulty",
  nothing: "matches no lesson in the plan",
};

/** What `ledger restore` has put back, and what it could not. */
function describeRestored(done: Done, problems: readonly RunProblem[], again: RepeatedFlags): string[] {
  const { ledger, from, events, recorded, lessons, unreadable, corrections, unpriced } = done;
  const path = showText(ledger);
  const isWhole = events + recorded.length + lessons.length === 0;
  return [
    ...(isWhole ? [`${path} already has every event that this machine has recorded for this ledger.`] : []),
    ...(from === null
      ? []
      : [`${path} has everything that ${showText(from)} has: ${pluralize(events, "event")} restored.`]),
    ...recorded.map(
      ({ file, job, id }) =>
        `The answer for ${showText(job)} was recorded from ${showText(file)}${id === null ? "" : `: its story is ${id}`}.`,
    ),
    ...(lessons.length === 0
      ? []
      : [`${path} has ${pluralize(lessons.length, "restored purchase")}. Nothing was bought.`]),
    ...lessons.map(describeLesson),
    ...unreadable.map(
      (file) => `unread   ${showText(file)} can't be read, or has changed since it was saved`,
    ),
    ...(corrections.length === 0
      ? []
      : [
          `changed  corrections and approvals are not restored: correct the lessons again in the review desk (coursebinder review) before you ` +
            `package them. The earlier corrections are in ${corrections.map((name) => showText(`corrections/${name}`)).join(", ")}`,
        ]),
    ...(unpriced === 0
      ? []
      : [
          `price    not known yet for ${pluralize(unpriced, "purchase")}; a run asks the service for it before buying anything`,
        ]),
    `next     ${nextOf(problems, again)}`,
  ];
}

function describeLesson({ edition, job, story, by }: RestoredLesson): string {
  const name = `${showText(edition)}/${showText(job)}`;
  return story === null
    ? `unknown  ${name}: may have been bought; its story is unknown`
    : `story    ${name}: ${story}, ${knownBy[by]}`;
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
