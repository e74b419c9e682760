import { Failure } from "../../shared/failure.ts";
import type { Files } from "../../shared/files/files.ts";
import type { LedgerProblem } from "../problem.ts";

/** What the lines of a ledger hold, and few other files: one whose first line is damaged or gone still has one of them. */
const signs = ['"seq":', '"ledger.opened"'];

/** A first line is far shorter. */
const startBytes = 4_096;

/**
 * Throws a Failure with `ledger_of_nobody` where a file is something else than a ledger, whole, damaged or cut off. Asked before the ledger's lock is
 * taken, which would leave a file beside somebody else's.
 */
export async function refuseOtherFile(path: string, files: Pick<Files, "read">): Promise<void> {
  refuseOtherBytes((await files.read(path)) ?? Buffer.alloc(0), path);
}

/** As `refuseOtherFile`, of the bytes that a file begins with. */
export function refuseOtherBytes(bytes: Buffer, path: string): void {
  if (bytes.length === 0 || bytes[0] === 0) return;
  const start = bytes.toString("latin1", 0, startBytes);
  if (signs.some((sign) => start.includes(sign)) || '{"seq":1'.startsWith(start)) return;
  throw new Failure<LedgerProblem>({ code: "ledger_of_nobody", path });
}
