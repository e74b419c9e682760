import type { LedgerStore } from "../../ledger/store.ts";
import { Failure } from "../../shared/failure.ts";

/**
 * Throws `ledger_moved` if the ledger's name no longer leads to it. Call it before writing to the course's folder: a folder re-created
 * without its ledger would be taken for a course that has bought nothing.
 */
export async function refuseWithoutLedger(store: LedgerStore): Promise<void> {
  const problem = await store.stillHolds();
  // An unreachable database does not affect the folder, so paid lessons are still saved.
  if (problem?.code === "ledger_moved") throw new Failure(problem);
}
