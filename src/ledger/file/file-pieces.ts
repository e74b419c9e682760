import { piecesOf, type ReadFiles } from "../../shared/files/file-pieces.ts";
import type { LedgerEvent } from "../format/event.ts";
import { LogReader } from "./read-log.ts";

/** Whether there is a file, and it can be read. A long one is not read to its end. */
export async function isThere(path: string, files: ReadFiles): Promise<boolean> {
  const pieces = await piecesOf(path, files);
  if (pieces === null) return false;
  // Only what is read from is closed again.
  for await (const _piece of pieces) break;
  return true;
}

/**
 * The event that `readLog` would give first; null where it would give none, or there is no file. Of a long ledger only the beginning is read,
 * so nothing is known of what follows.
 */
export async function firstEventAt(path: string, files: ReadFiles): Promise<LedgerEvent | null> {
  return (await beginningAt(path, files)).first;
}

/** As `firstEventAt`, with the bytes up to the end of the first line, or the first piece where that has none. Empty where there is no file. */
export async function beginningAt(
  path: string,
  files: ReadFiles,
): Promise<{ readonly first: LedgerEvent | null; readonly bytes: Buffer }> {
  let bytes: Buffer = Buffer.alloc(0);
  const events: LedgerEvent[] = [];
  const reader = new LogReader((event) => events.push(event));
  for await (const piece of (await piecesOf(path, files)) ?? []) {
    const end = piece.indexOf("\n") + 1;
    const read = end === 0 ? piece : piece.subarray(0, end);
    if (bytes.length === 0) bytes = Buffer.from(read);
    reader.push(read);
    if (end > 0) break;
  }
  reader.end();
  return { first: events[0] ?? null, bytes };
}
