import { Failure } from "../../shared/failure.ts";
import type { LedgerProblem } from "../problem.ts";
import type { RescuedFile } from "./rescued-files.ts";

/** A ledger's events, and its bytes as a file would hold them. */
export type LedgerBytes = Pick<RescuedFile, "bytes" | "events">;

/** A locked ledger location that takes raw lines. */
export interface LineTarget {
  readonly location: string;
  /** The current content as a file would hold it; empty if there is none. */
  readonly bytes: Buffer;
  /** Appends what follows `bytes` in a ledger that begins with them, all or nothing. Resolves with the resulting content once it is durable. */
  complete(whole: LedgerBytes): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Restores the lines of a rescued ledger that are missing at its original location, byte for byte. Resolves with the number of restored
 * events. Throws `ledger_went_on`, changing nothing, unless the location has a prefix of the rescued ledger or all of it.
 */
export async function putBack(rescued: RescuedFile, target: LineTarget): Promise<number> {
  const { bytes } = rescued;
  const found = target.bytes;
  if (startsWith(found, bytes)) return 0;
  if (!startsWith(bytes, found)) {
    const line = commonLines(found, bytes) + 1;
    throw new Failure<LedgerProblem>({
      code: "ledger_went_on",
      path: target.location,
      rescue: rescued.path,
      line,
    });
  }
  const now = await target.complete(rescued);
  if (!now.equals(bytes)) {
    const cause = "what was read back is not what was written";
    throw new Failure<LedgerProblem>({ code: "ledger_not_written", path: target.location, cause });
  }
  return rescued.events.length - commonLines(found, bytes);
}

function startsWith(bytes: Buffer, start: Buffer): boolean {
  return bytes.subarray(0, start.length).equals(start);
}

/** How many whole lines two ledgers share at their start. */
function commonLines(one: Buffer, other: Buffer): number {
  let lines = 0;
  const most = Math.min(one.length, other.length);
  for (let at = 0; at < most && one[at] === other[at]; at++) if (one[at] === 0x0a) lines += 1;
  return lines;
}
