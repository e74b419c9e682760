import { Failure } from "../shared/failure.ts";
import type { LedgerEvent } from "./format/event.ts";
import type { Head } from "./format/line.ts";
import type { LedgerProblem } from "./problem.ts";

/** A whole ledger: every line without its line feed, and the event that it is. */
export interface WholeLedger {
  readonly lines: readonly string[];
  readonly events: readonly LedgerEvent[];
  readonly head: Head;
}

/** The ledger to copy, held alone while it is copied: a run would go on in the old one. */
export interface CopySource {
  readonly location: string;
  readonly ledger: WholeLedger;
  close(): Promise<void>;
}

/** An empty place for a ledger, held alone. */
export interface CopyTarget {
  readonly location: string;
  /** Resolves with the lines as they were read back and verified, once they are durable. */
  write(ledger: WholeLedger): Promise<readonly string[]>;
  close(): Promise<void>;
}

/**
 * Copies a ledger line by line, so that the copy has the same hashes, and verifies it. Throws a Failure with a LedgerProblem where the
 * source is damaged or either is held, or where the target has a ledger already: then the target is as it was.
 */
export async function copyLedger(
  source: CopySource,
  openTarget: (ledger: WholeLedger) => Promise<CopyTarget>,
): Promise<{ readonly target: string }> {
  const target = await openTarget(source.ledger);
  try {
    const copied = await target.write(source.ledger);
    const { lines } = source.ledger;
    if (copied.length !== lines.length || copied.some((line, index) => line !== lines[index])) {
      const cause = "what was read back is not what was written";
      throw new Failure<LedgerProblem>({ code: "ledger_not_written", path: target.location, cause });
    }
    return { target: target.location };
  } finally {
    await target.close();
  }
}
