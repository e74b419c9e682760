import { closing } from "../../shared/closing.ts";
import { Failure } from "../../shared/failure.ts";
import { type Files, type OpenFile, writeAll } from "../../shared/files/files.ts";
import type { LedgerProblem } from "../problem.ts";

/**
 * Takes the operating system's lock on `lockPath` for the ledger at `path`. The lock is released when its process ends; a suspended process
 * keeps it. Throws a Failure that names the holder if another process has the lock. `holder` may be null: `signLock` then writes the name later.
 */
export async function takeLock(
  files: Files,
  lockPath: string,
  { path, holder }: { readonly path: string; readonly holder: string | null },
): Promise<OpenFile> {
  const lock = await files.openAppend(lockPath);
  return closeUnless(lock, async () => {
    if (!lock.tryLock()) {
      throw new Failure<LedgerProblem>({ code: "ledger_held", path, holder: holderIn(await lock.read()) });
    }
    if (holder !== null) await signLock(lock, holder);
    return lock;
  });
}

/**
 * Writes the holder's name into a lock file. The name is only for people; the lock itself is what counts. If the file belongs to another program, its
 * text is kept.
 */
export async function signLock(lock: OpenFile, holder: string): Promise<void> {
  const text = await lock.read();
  if (text.length > 0 && holderIn(text) === null) return;
  await lock.truncate(0);
  await writeAll(lock, Buffer.from(`${holder}\n`));
}

/**
 * Who holds the lock of the ledger at `path`; null if it is free. Creates no file. The check takes the lock for an instant, so a run that
 * starts in that instant is refused and can simply be repeated.
 */
export async function fileHolder(
  path: string,
  files: Pick<Files, "read" | "openAppend">,
): Promise<string | null> {
  const written = await files.read(`${path}.lock`);
  if (written === null) return null;
  const lock = await files.openAppend(`${path}.lock`);
  return closing(lock, async () => {
    if (lock.tryLock()) return null;
    return holderIn(written) ?? "another process";
  });
}

/** The text may contain a path, and no system allows paths longer than 4,096 bytes. */
const holderBytesMost = 5_000;

/** The holder in a lock file, which is one short line. Any other text belongs to another program, such as a package manager. */
function holderIn(text: Buffer): string | null {
  const holder = text.toString("utf8").trim();
  const isOurs = text.length <= holderBytesMost && !holder.includes("\n");
  return isOurs && holder !== "" ? holder : null;
}

/** Closes the file unless `succeeds` resolves: a leaked lock would block the next attempt. */
export async function closeUnless<Result>(file: OpenFile, succeeds: () => Promise<Result>): Promise<Result> {
  try {
    return await succeeds();
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
}
