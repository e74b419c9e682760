import process from "node:process";
import { placeOfCourse } from "../../course/course-place.ts";
import { readLedgerState } from "../../course/read-ledger-state.ts";
import type { LedgerProblem } from "../../ledger/problem.ts";
import { openDesk, type RunningDesk } from "../../review/desk.ts";
import { problemOfDoubtful } from "../../run/match/account-for-doubtful.ts";
import { matchLessons } from "../../run/match/match-lessons.ts";
import type { RunProblem } from "../../run/problem.ts";
import { exitCodes } from "../../shared/exit-codes.ts";
import { errorCode, Failure, isSystemError } from "../../shared/failure.ts";
import type { Context } from "../context.ts";
import { holdLedgerOf } from "../course/hold-ledger.ts";
import { loadPlan } from "../course/load-plan.ts";
import { readState } from "../course/read-state.ts";
import { stateFolderOf } from "../course/state-folder.ts";
import type { CommandResult, Io } from "../io.ts";
import { describeFailure } from "../messages/failure-words.ts";
import { describeFact } from "../messages/quality/finding-words.ts";
import { openBrowser } from "../open-browser.ts";
import { portIn } from "../parser/options.ts";
import type { CommandProblem } from "../problem.ts";
import { untilAborted } from "../until-aborted.ts";
import { refusePlan } from "./check.ts";

/** `review <plan>`: the review desk, until it is stopped. Its first line gives the address to open. */
export async function review(file: string, context: Context): Promise<CommandResult | number> {
  const { io, raw, shared, world, interrupt } = context;
  const port = portIn(raw) ?? 0;
  const loaded = await loadPlan(file, context);
  if (!loaded.ok) return refusePlan(loaded.problems, context);
  const { plan } = loaded;
  const { course } = plan;
  const place = placeOfCourse(course, shared);
  const state = await readState(place.ledger, course, context);
  if (state.opened === null)
    throw new Failure<LedgerProblem>({ code: "ledger_missing", path: place.ledger.location });
  const doubtful = problemOfDoubtful(matchLessons(plan, state));
  if (doubtful !== null) throw new Failure<RunProblem>(doubtful);
  const identity = { course, service: state.opened.service };
  const stateFolder = stateFolderOf(context);
  const desk = await openDesk({
    ...{ plan, folder: place.folder, port, world },
    read: async () => (await readLedgerState(place.ledger, { course, stateFolder })).state,
    hold: () => holdLedgerOf(identity, { place, mustExist: true }, context, process.pid),
    describeFinding: describeFact,
    describeFailure,
  }).catch((error: unknown) => {
    if (!isSystemError(error)) throw error;
    throw new Failure<CommandProblem>({ code: "port_unusable", port, cause: errorCode(error) });
  });
  try {
    announce(desk, io);
    if (io.canAsk && raw.open !== false) openBrowser(desk.address);
    await untilAborted(interrupt);
  } finally {
    await desk.close();
  }
  return exitCodes.done;
}

function announce({ address }: RunningDesk, { json, print }: Io): void {
  if (json) {
    print(JSON.stringify({ address }));
    return;
  }
  print(`review desk    ${address}   (good for one browser)`);
  print("stop it        Ctrl-C; every decision is in the ledger as soon as the page says so");
}
