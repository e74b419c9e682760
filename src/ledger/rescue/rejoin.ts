import { Failure } from "../../shared/failure.ts";
import type { LedgerProblem } from "../problem.ts";
import type { RescuedFile } from "./rescued-files.ts";

/** A ledger as a file would hold it, and its events. */
export type LedgerBytes = Pick<RescuedFile, "bytes" | "events">;

/** The place of a ledger that takes lines as they are, held alone. */
export interface LineTarget {
  readonly location: string;
  /** All that stands there, as a file would hold it; empty where there is none. */
  readonly bytes: Buffer;
  /** Adds what follows `bytes` in a ledger that begins with them, all of it or nothing. Resolves with all that stands there then, once it is durable. */
  complete(whole: LedgerBytes): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Puts the lines of a rescued ledger back that its place lacks, byte for byte. Resolves with how many events that were. Throws
 * `ledger_went_on` where the place holds anything else than a beginning of the rescued ledger, or the whole of it: then it is as it was.
 */
export async function putBack(rescued: RescuedFile, target: LineTarget): Promise<number> {
  const { bytes } = rescued;
  const found = target.bytes;
  if (startsWith(found, bytes)) return 0;
  if (!startsWith(bytes, found)) {
    const line = commonLines(found, bytes) + 1;
    throw new Failure<LedgerProblem>({
      code: "ledger_went_on",
      ...{ path: target.location, rescue: rescued.path, line },
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

/** How many whole lines two ledgers have in common from their beginning on. */
function commonLines(one: Buffer, other: Buffer): number {
  let lines = 0;
  const most = Math.min(one.length, other.length);
  for (let at = 0; at < most && one[at] === other[at]; at++) if (one[at] === 0x0a) lines += 1;
  return lines;
}
