import { closing } from "../shared/closing.ts";
import { Failure } from "../shared/failure.ts";
import { readLog, wholeLines } from "./file/read-log.ts";
import type { LedgerEvent } from "./format/event.ts";
import type { Head } from "./format/line.ts";
import type { LedgerProblem } from "./problem.ts";

/** A ledger's location, locked, for code that reads or writes whole lines. */
export interface LockedLines {
  readonly location: string;
  /** The current content as a file would hold it; empty if there is none. */
  readonly bytes: Buffer;
  /**
   * Makes the ledger these bytes, all or nothing; durable once it resolves. They begin with `bytes`, or that is an opening alone, or a torn end is left
   * out. Throws a Failure with `ledger_not_written` if something else is read back.
   */
  complete(whole: { readonly bytes: Buffer; readonly events: readonly LedgerEvent[] }): Promise<void>;
  close(): Promise<void>;
}

/** Whether a location must already have a ledger, must have none, or may be in either state. */
export type Expected = "ledger" | "nothing" | "either";

/** Throws a Failure with a LedgerProblem if a location does not have what is expected. */
export function checkExpected(found: Buffer, expected: Expected, path: string): void {
  if (expected === "ledger" && found.length === 0)
    throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
  if (expected === "nothing" && found.length > 0)
    throw new Failure<LedgerProblem>({ code: "ledger_not_copied", path, why: "exists" });
}

/** Throws a Failure with `ledger_not_written` if a ledger differs from what was written. */
export function refuseOtherContent(found: Buffer, written: Buffer, path: string): void {
  if (found.equals(written)) return;
  const cause = "the data read back differs from the data written";
  throw new Failure<LedgerProblem>({ code: "ledger_not_written", path, cause });
}

/** All lines of a sound ledger, and the same lines parsed. */
export interface WholeLedger {
  readonly bytes: Buffer;
  readonly events: readonly LedgerEvent[];
  readonly head: Head;
}

/** Throws a Failure with a LedgerProblem if the ledger is damaged, or its end is torn. */
export function wholeLedger({ bytes, location: path }: LockedLines): WholeLedger {
  const log = readLog(bytes);
  const { events, head, tail, damage } = log;
  if (damage !== null) throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage });
  // A torn record may contain a story's id. A run sets it aside and reports it; a copy would lose it.
  if (tail.kind === "torn")
    throw new Failure<LedgerProblem>({ code: "ledger_not_copied", path, why: "torn" });
  return { bytes: wholeLines(bytes, log), events, head };
}

/**
 * Copies a ledger line by line, which keeps its hashes, and verifies the copy. Throws a Failure with a LedgerProblem if the source is
 * damaged, or if the target is locked or already has a ledger; the target is then unchanged.
 */
export async function copyLedger(
  source: LockedLines,
  openTarget: (ledger: WholeLedger) => Promise<LockedLines>,
): Promise<{ readonly target: string; readonly ledger: WholeLedger }> {
  const ledger = wholeLedger(source);
  const target = await openTarget(ledger);
  return closing(target, async () => {
    await target.complete(ledger);
    return { target: target.location, ledger };
  });
}
