import { basename, dirname } from "node:path";
import { closing } from "../../shared/closing.ts";
import { type Files, type OpenFile, writeAll } from "../../shared/files/files.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import type { EventBody } from "../format/event.ts";
import type { LedgerNotice } from "../problem.ts";
import { type LogResult, salvageIds } from "./read-log.ts";

/** The event and the notice that report a torn record that was cut off. */
export interface Mended {
  readonly repaired: EventBody;
  readonly notice: LedgerNotice;
}

/**
 * Makes the file's end safe to append to: adds a missing line feed, or durably sets a torn record aside and then cuts it off. Null if
 * nothing was cut off.
 */
export async function mendEnd(
  { tail }: LogResult,
  { file, files, path, world }: MendingParts,
): Promise<Mended | null> {
  if (tail.kind === "unterminated") {
    await writeAll(file, Buffer.from("\n"));
  }
  if (tail.kind !== "torn") return null;
  const aside = `${path}.torn-${randomUuid(world)}`;
  const copy = await files.openNew(aside);
  await closing(copy, async () => {
    await writeAll(copy, tail.fragment);
    await copy.datasync();
  });
  await files.syncFolder(dirname(path));
  await file.truncate(tail.offset);
  const salvaged = salvageIds(tail.fragment);
  const bytes = tail.fragment.length;
  return {
    repaired: { type: "ledger.repaired", bytes, file: basename(aside), salvaged },
    notice: { code: "ledger_tail_set_aside", path, file: aside, bytes, salvaged },
  };
}

interface MendingParts {
  readonly path: string;
  readonly file: OpenFile;
  readonly files: Files;
  readonly world: Pick<World, "random">;
}

/** Offset and bytes of the last whole line. An earlier process may have written it without waiting for its fsync. */
export function lastLine(bytes: Buffer, { tail }: LogResult): [offset: number, line: Buffer] {
  const end = tail.kind === "torn" ? tail.offset : bytes.length;
  const start = bytes.subarray(0, Math.max(0, end - 1)).lastIndexOf("\n") + 1;
  return [start, bytes.subarray(start, end)];
}

/** The whole lines of a ledger file, with the line feed that the last one may lack. */
export function wholeLines(bytes: Buffer, { tail }: LogResult): Buffer {
  if (tail.kind === "unterminated") return Buffer.concat([bytes, Buffer.from("\n")]);
  return tail.kind === "torn" ? bytes.subarray(0, tail.offset) : bytes;
}
