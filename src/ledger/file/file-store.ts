import { dirname } from "node:path";
import { errorCode, Failure } from "../../shared/failure.ts";
import type { Files } from "../../shared/files/files.ts";
import { randomUuid } from "../../shared/world.ts";
import { isUnused } from "../format/identity.ts";
import type { LedgerProblem } from "../problem.ts";
import type { LedgerStore } from "../store.ts";
import { asFailure, FileLedger, type FileLedgerOptions } from "./file-ledger.ts";
import { beginningAt, firstEventAt, isThere } from "./file-pieces.ts";
import { closeUnless, takeLock } from "./lock.ts";
import { refuseOtherBytes } from "./other-file.ts";
import { type LogResult, readLog } from "./read-log.ts";
import { unreadable } from "./unreadable.ts";

/**
 * Opens a JSON Lines ledger for writing: takes the operating system's lock, verifies the whole chain, sets a torn last line aside, and
 * makes the file's name durable. Throws a Failure with a LedgerProblem; a damaged ledger is left unchanged.
 */
export async function openFileLedger(options: FileLedgerOptions): Promise<LedgerStore> {
  try {
    return await lockAndOpen(options);
  } catch (error) {
    throw inTheWay.has(errorCode(error)) ? unreadable(error, options.path) : asFailure(error, options.path);
  }
}

/** What systems report for something else in the place of a file or a folder, and for files of others and of other programs. */
const inTheWay: ReadonlySet<string> = new Set([
  "EISDIR",
  "ENOTDIR",
  "EEXIST",
  "ENOENT",
  "ENXIO",
  "ELOOP",
  "EACCES",
  "EPERM",
  "EBUSY",
]);

async function lockAndOpen(options: FileLedgerOptions): Promise<LedgerStore> {
  const { path, files } = options;
  const { first, bytes } = await beginningAt(path, files);
  if (first === null) refuseOtherBytes(bytes, path);
  if (options.mustExist && !(await isThere(path, files))) {
    throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
  }
  await files.makeFolder(dirname(path));
  const lock = await takeLock(files, `${path}.lock`, options);
  return closeUnless(lock, async () => {
    await setUnusedAside(options);
    const file = await files.openAppend(path);
    return closeUnless(file, () => FileLedger.open(options, file, lock));
  });
}

/** Reads a ledger without locking it. A torn end is reported in the result, not repaired. Throws a Failure with a LedgerProblem. */
export async function readFileLedger(path: string, files: Files): Promise<LogResult> {
  const bytes = await files.read(path);
  if (bytes === null) throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
  return readLog(bytes);
}

/** Renames a ledger that was started for another service and never used, so that a new one can start under its name. */
async function setUnusedAside({ path, identity, files, world }: FileLedgerOptions): Promise<void> {
  const begun = await firstEventAt(path, files);
  // The usual case; the whole ledger is then read only once, by the opening itself.
  if (begun === null || !isUnused([begun], identity)) return;
  const bytes = await files.read(path);
  if (bytes === null) return;
  const { events, damage } = readLog(bytes);
  if (damage !== null || !isUnused(events, identity)) return;
  await files.rename(path, `${path}.unused-${randomUuid(world)}`);
  await files.syncFolder(dirname(path));
}
