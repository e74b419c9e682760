import { Failure } from "../../shared/failure.ts";
import type { Files } from "../../shared/files/files.ts";
import type { LedgerProblem } from "../problem.ts";

/** Texts that ledger lines contain and other files rarely do: even a ledger with a damaged or missing first line has one of them. */
const signs = ['"seq":', '"ledger.opened"'];

/** Well over the length of a first line. */
const startBytes = 4_096;

/**
 * Throws a Failure with `ledger_of_nobody` if the file is not a ledger at all, neither whole nor damaged nor torn. Call it before taking
 * the lock, which would leave a lock file beside another program's file.
 */
export async function refuseOtherFile(path: string, files: Pick<Files, "read">): Promise<void> {
  refuseOtherBytes((await files.read(path)) ?? Buffer.alloc(0), path);
}

/** Like `refuseOtherFile`, for the first bytes of a file. */
export function refuseOtherBytes(bytes: Buffer, path: string): void {
  if (bytes.length === 0 || bytes[0] === 0) return;
  const start = bytes.toString("latin1", 0, startBytes);
  if (signs.some((sign) => start.includes(sign)) || '{"seq":1'.startsWith(start)) return;
  throw new Failure<LedgerProblem>({ code: "ledger_of_nobody", path });
}
