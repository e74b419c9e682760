import { closing } from "../shared/closing.ts";
import { Failure } from "../shared/failure.ts";
import type { LedgerEvent } from "./format/event.ts";
import type { Head } from "./format/line.ts";
import type { LedgerProblem } from "./problem.ts";

/** A whole ledger: its lines, each without its line feed, and the same lines parsed as events. */
export interface WholeLedger {
  readonly lines: readonly string[];
  readonly events: readonly LedgerEvent[];
  readonly head: Head;
}

/** The ledger to copy, locked during the copy so that no run appends to it meanwhile. */
export interface CopySource {
  readonly location: string;
  readonly ledger: WholeLedger;
  close(): Promise<void>;
}

/** A location with no ledger yet, locked. */
export interface CopyTarget {
  readonly location: string;
  /** Resolves with the lines, read back and verified, once they are durable. */
  write(ledger: WholeLedger): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A locked ledger location that takes raw lines. */
export interface LineTarget {
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

/** Throws a Failure with `ledger_not_written` if a ledger is not as it was written. */
export function refuseOtherContent(found: Buffer, written: Buffer, path: string): void {
  if (found.equals(written)) return;
  const cause = "what was read back is not what was written";
  throw new Failure<LedgerProblem>({ code: "ledger_not_written", path, cause });
}

/**
 * Copies a ledger line by line, which keeps its hashes, and verifies the copy. Throws a Failure with a LedgerProblem if the source is
 * damaged, if either end is locked, or if the target already has a ledger; the target is then unchanged.
 */
export async function copyLedger(
  source: CopySource,
  openTarget: (ledger: WholeLedger) => Promise<CopyTarget>,
): Promise<{ readonly target: string }> {
  const target = await openTarget(source.ledger);
  return closing(target, async () => {
    const copied = await target.write(source.ledger);
    const { lines } = source.ledger;
    if (copied.length !== lines.length || copied.some((line, index) => line !== lines[index])) {
      const cause = "what was read back is not what was written";
      throw new Failure<LedgerProblem>({ code: "ledger_not_written", path: target.location, cause });
    }
    return { target: target.location };
  });
}
