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
