import type { LedgerProblem } from "../../ledger/problem.ts";
import { errorCode, Failure, isSystemError } from "../../shared/failure.ts";
import type { LedgerPlace } from "./ledger-place.ts";

/** Runs what reads a ledger. A system error about its file then says that the ledger can't be used, as it does where a run opens it. */
export async function readingLedger<Value>(place: LedgerPlace, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (place.kind !== "file" || !isSystemError(error)) throw error;
    const path = place.location;
    const cause = errorCode(error);
    throw new Failure<LedgerProblem>({ code: "ledger_unreadable", path, cause }, { cause: error });
  }
}
