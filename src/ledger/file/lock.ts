import { Failure } from "../../shared/failure.ts";
import { type Files, type OpenFile, writeAll } from "../../shared/files/files.ts";
import type { LedgerProblem } from "../problem.ts";

/**
 * Takes the operating system's lock on `lockPath` for the ledger at `path`. It ends with its process, and a suspended process goes on
 * holding it. Throws a Failure that names the holder where somebody else has it.
 */
export async function takeLock(
  files: Files,
  lockPath: string,
  { path, holder }: { readonly path: string; readonly holder: string },
): Promise<OpenFile> {
  const lock = await files.openAppend(lockPath);
  return closeUnless(lock, async () => {
    if (!lock.tryLock()) {
      throw new Failure<LedgerProblem>({ code: "ledger_held", path, holder: holderIn(await lock.read()) });
    }
    // Only for the message: what counts is the lock, which ends with its process. A file of somebody else's that has the name keeps its text.
    if (isOurs(await lock.read())) {
      await lock.truncate(0);
      await writeAll(lock, Buffer.from(`${holder}\n`));
    }
    return lock;
  });
}

/**
 * Who holds the ledger at `path`; null where nobody does. Makes no file. To ask is to take the lock for an instant: a run that begins in that very
 * instant is refused, and can be repeated.
 */
export async function fileHolder(
  path: string,
  files: Pick<Files, "read" | "openAppend">,
): Promise<string | null> {
  const written = await files.read(lockPathOf(path));
  if (written === null) return null;
  const lock = await files.openAppend(lockPathOf(path));
  try {
    if (lock.tryLock()) return null;
    return holderIn(written) ?? "another process";
  } finally {
    await lock.close();
  }
}

/** A lock's text is one short line: whatever is more is no lock of ours, such as a package manager's. */
function isOurs(text: Buffer): boolean {
  return text.length <= holderBytesMost && text.toString("utf8").trim().split("\n").length === 1;
}

/** It may name a path, and no system takes a longer one than 4,096 bytes. */
const holderBytesMost = 5_000;

function holderIn(text: Buffer): string | null {
  const holder = text.toString("utf8").trim();
  return holder === "" || !isOurs(text) ? null : holder;
}

/** The file beside a ledger whose lock is the ledger's. */
function lockPathOf(path: string): string {
  return `${path}.lock`;
}

/** Leaves a file open only where what is done with it succeeds: an open lock would shut out the next try. */
export async function closeUnless<Result>(file: OpenFile, succeeds: () => Promise<Result>): Promise<Result> {
  try {
    return await succeeds();
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
}
