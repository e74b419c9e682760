import type { LedgerPlace } from "../../course/ledger-place.ts";
import { olderCopy, readLedgerState } from "../../course/read-ledger-state.ts";
import type { LedgerEvent } from "../../ledger/format/event.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { LastSeenLedger } from "../../ledger/memory/last-seen-head.ts";
import type { LedgerProblem } from "../../ledger/problem.ts";
import type { Context } from "../context.ts";
import { describeRunProblem } from "../messages/run/run-words.ts";
import { stateFolderOf } from "./state-folder.ts";

/**
 * What a ledger says, or an empty state where there is none yet. Holds nothing. Warns of an older copy, which only a run must refuse.
 * Throws a Failure where the ledger is damaged or another course's. `see` is given every event, in order.
 */
export async function readState(
  place: LedgerPlace,
  course: string,
  context: Context,
  see: (event: LedgerEvent) => void = () => {},
): Promise<LedgerState> {
  const { state, older } = await readLedgerState(place, { course, stateFolder: stateFolderOf(context), see });
  warnOf(older, context);
  return state;
}

/** Warns where this machine has seen more of a ledger, or something else, than stands in it: whole as it may be, a run refuses it. */
export async function warnOfOlderCopy(ledger: LastSeenLedger, context: Context): Promise<void> {
  warnOf(await olderCopy(ledger, stateFolderOf(context)), context);
}

function warnOf(problem: LedgerProblem | null, { io }: Context): void {
  if (problem !== null) io.warn(describeRunProblem(problem));
}
