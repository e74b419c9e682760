import type { BigIntStats } from "node:fs";
import { sep } from "node:path";
import { errorCode } from "../failure.ts";
import type { Files } from "./files.ts";

/** The facts about the system that affect files and shells, and therefore messages. */
export interface System {
  readonly isWindows: boolean;
}

/** This machine's system. The path separator identifies the system without asking the process. */
export const thisSystem: System = { isWindows: sep === "\\" };

/** What Windows says of a file that another program has open: EBUSY when it is opened or read, the others when it is replaced or removed. */
const heldCodes: ReadonlySet<string> = new Set(["EBUSY", "EPERM", "EACCES"]);

/** Whether a system error may mean that another program has the file open. */
export function mayBeHeld(code: string, { isWindows } = thisSystem): boolean {
  return isWindows && heldCodes.has(code);
}

/** A virus scanner or an indexer opens each new file for a moment; a person's program holds it for longer. */
const heldMs = 2_000;
const stepMs = 50;

const sleepHere = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * For up to two seconds, retries an operation that Windows refuses, since another program may have the file open for a moment. Elsewhere, tries only
 * once.
 */
export async function whenFree<Result>(
  act: () => Promise<Result>,
  system = thisSystem,
  sleep = sleepHere,
): Promise<Result> {
  for (let waitedMs = 0; ; waitedMs += stepMs) {
    try {
      return await act();
    } catch (error) {
      if (waitedMs >= heldMs || !mayBeHeld(errorCode(error), system)) throw error;
    }
    await sleep(stepMs);
  }
}

/** The files of a system: on Windows, each call that opens, replaces or removes a file is retried as in `whenFree`. */
export function filesOn(system: System, files: Files, sleep = sleepHere): Files {
  if (!system.isWindows) return files;
  const wait = <Result>(act: () => Promise<Result>): Promise<Result> => whenFree(act, system, sleep);
  return {
    ...files,
    read: (path) => wait(() => files.read(path)),
    pieces: (path, range) => wait(async () => (await files.pieces?.(path, range)) ?? null),
    openAppend: (path) => wait(() => files.openAppend(path)),
    rewrite: (path, offset, bytes) => wait(() => files.rewrite(path, offset, bytes)),
    rename: (from, to) => wait(() => files.rename(from, to)),
    remove: (path) => wait(() => files.remove(path)),
    list: (path) => wait(() => files.list(path)),
    // Windows syncs no folder: its file system keeps names in a journal.
    syncFolder: async () => undefined,
  };
}

/**
 * What distinguishes a file from every other file: its device and inode, as big integers, since an inode may exceed the safe integers. On Windows, only
 * the inode is used: several versions of Node (22.12 to 22.16, 24.0) report a different device for a file's path than for its descriptor.
 */
export function identityIn({ dev, ino }: BigIntStats, { isWindows } = thisSystem): string {
  return isWindows ? `${ino}` : `${dev}:${ino}`;
}

/** Whether a file's mode grants other users any of these rights. On Windows the mode says nothing about permissions. */
export function grantsOthers(mode: number, rights: number, { isWindows } = thisSystem): boolean {
  return !isWindows && (mode & rights) !== 0;
}
