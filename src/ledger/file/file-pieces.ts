import { piecesOf, type ReadFiles } from "../../shared/files/file-pieces.ts";
import type { LedgerEvent } from "../format/event.ts";
import { LogReader } from "./read-log.ts";

/** Whether the file exists and is readable. Reads only its beginning. */
export async function isThere(path: string, files: ReadFiles): Promise<boolean> {
  const pieces = await piecesOf(path, files);
  if (pieces === null) return false;
  // Read one piece: the file is closed only once iteration has started.
  for await (const _piece of pieces) break;
  return true;
}

/**
 * The first event that `readLog` would return; null if there would be none, or no file. Reads only the beginning, so later lines are not
 * verified.
 */
export async function firstEventAt(path: string, files: ReadFiles): Promise<LedgerEvent | null> {
  return (await beginningAt(path, files)).first;
}

/**
 * Like `firstEventAt`, plus the bytes up to the end of the first line, or the first piece if it has no line feed. Empty if there is no
 * file.
 */
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
