import type { LedgerPlace } from "../../course/ledger/ledger-place.ts";
import { readLedgerState } from "../../course/ledger/read-ledger-state.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { Context } from "../context.ts";
import { describeRunProblem } from "../messages/run/run-words.ts";
import { stateFolderOf } from "./state-folder.ts";

/**
 * A ledger's folded state, or an empty one if there is no ledger yet. Takes no lock. Warns about an older copy, which only a run must
 * refuse. Throws a Failure if the ledger is damaged or another course's.
 */
export async function readState(place: LedgerPlace, course: string, context: Context): Promise<LedgerState> {
  const { state, older } = await readLedgerState(place, { course, stateFolder: stateFolderOf(context) });
  if (older !== null) context.io.warn(describeRunProblem(older));
  return state;
}
