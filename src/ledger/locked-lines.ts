import { Failure } from "../shared/failure.ts";
import type { LogResult } from "./file/read-log.ts";
import type { LedgerProblem } from "./problem.ts";

/** A ledger's location, locked, for code that reads or writes whole lines. */
export interface LockedLines {
  readonly location: string;
  /** What is there; empty if there is nothing. */
  readonly found: LogResult;
  /**
   * Makes the ledger these lines, all or nothing; durable once it resolves. They begin with the lines that were found, unless those are an opening
   * alone. A torn end is left out.
   */
  complete(lines: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** Whether a location must already have a ledger, must have none, or may be in either state. */
export type Expected = "ledger" | "nothing" | "either";

/** Throws a Failure with a LedgerProblem if a location does not have what is expected. `isThere`: whether it has anything at all. */
export function checkExpected(isThere: boolean, expected: Expected, path: string): void {
  if (expected === "ledger" && !isThere) throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
  if (expected === "nothing" && isThere)
    throw new Failure<LedgerProblem>({ code: "ledger_not_copied", path, why: "exists" });
}

/**
 * What is at a location, to be copied or joined. Throws a Failure with a LedgerProblem if its end is torn: a torn record may contain a story's id. A run
 * sets it aside and reports it; a copy would lose it.
 */
export function wholeLedger({ found, location: path }: LockedLines): LogResult {
  if (found.torn !== null) throw new Failure<LedgerProblem>({ code: "ledger_not_copied", path, why: "torn" });
  return found;
}
