import type { LedgerStore } from "../../ledger/store.ts";
import { Failure } from "../../shared/failure.ts";

/**
 * Throws `ledger_moved` where the ledger's name no longer leads to it. Asked before anything is written into the course's folder: one that comes
 * up again without its ledger would be taken for a course that has bought nothing.
 */
export async function refuseWithoutLedger(store: LedgerStore): Promise<void> {
  const problem = await store.stillHolds();
  // A database that can't be reached takes no folder away: what was paid for goes on being saved.
  if (problem?.code === "ledger_moved") throw new Failure(problem);
}
