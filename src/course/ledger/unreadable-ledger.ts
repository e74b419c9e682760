import { unreadable } from "../../ledger/file/read-file.ts";
import type { LedgerProblem } from "../../ledger/problem.ts";
import { Failure, isSystemError } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { LedgerPlace } from "./ledger-place.ts";

/**
 * Runs what opens or reads a ledger. A system error about its file, or a link to where nothing is, says that the ledger can't be used: a ledger whose
 * disk is missing must not be taken for one that was never begun.
 */
export async function atLedger<Value>(
  place: Pick<LedgerPlace, "kind" | "location">,
  use: () => Promise<Value>,
): Promise<Value> {
  if (place.kind !== "file") return use();
  const path = place.location;
  try {
    const link = (await realFiles.danglingLink?.(path)) ?? null;
    if (link !== null) {
      throw new Failure<LedgerProblem>({ code: "ledger_unreadable", path, at: link, cause: "ENOENT" });
    }
    return await use();
  } catch (error) {
    throw isSystemError(error) ? unreadable(error, path) : error;
  }
}
