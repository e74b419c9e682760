import { constants, fstatSync, lstatSync, readSync, statSync, writeSync } from "node:fs";
import { chmod, chown, type FileHandle, open, readdir, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type Locks from "fs-native-extensions";
import { closing } from "../closing.ts";
import { errorCode } from "../failure.ts";
import { type Files, type OpenFile, shortWrite } from "./files.ts";
import { makeFolder } from "./make-folder.ts";
import { chunksAhead, chunksOf, openFile, openToRead } from "./open-file.ts";
import { filesOn, grantsOthers, identityIn, thisSystem } from "./windows.ts";

/** The real file system behind the port. */
export const realFiles: Files = filesOn(thisSystem, {
  read: (path) => orMissing(null, () => readWhole(path)),
  pieces: (path, range) =>
    orMissing<AsyncIterable<Buffer> | null>(null, async () => {
      if (range === undefined) {
        const { handle, isPipe } = await openToRead(path);
        return isPipe ? chunksOf(handle, path) : chunksAhead(handle);
      }
      if (range.to <= range.from) return Readable.from([]);
      const handle = await openFile(path, constants.O_RDONLY);
      return handle.createReadStream({ start: range.from, end: range.to - 1 });
    }),
  async openAppend(path) {
    const flags = constants.O_APPEND | constants.O_CREAT | constants.O_RDWR;
    return wrap(await openFile(path, flags, 0o600), path);
  },
  async rewrite(path, offset, bytes) {
    // The appending descriptor would write at the end, whatever the position.
    const handle = await openFile(path, constants.O_RDWR);
    await closing(handle, async () => {
      const { bytesWritten } = await handle.write(bytes, 0, bytes.length, offset);
      if (bytesWritten !== bytes.length) throw shortWrite(bytesWritten, bytes.length);
      await handle.datasync();
    });
  },
  rename,
  async remove(path) {
    await rm(path, { force: true });
  },
  async makeFolder(path, mode) {
    for (const made of await makeFolder(path, mode)) await realFiles.syncFolder(dirname(made));
  },
  async syncFolder(path) {
    const folder = await open(path, "r");
    await closing(folder, () => folder.sync());
  },
  async identify(path) {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? null : identityIn(stats);
  },
  async stateOf(path) {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats === undefined
      ? null
      : [identityIn(stats), stats.size, stats.mtimeNs, stats.ctimeNs].join(" ");
  },
  list: (path) => orMissing([], async () => (await readdir(path)).sort()),
});

async function orMissing<Value>(missing: Value, use: () => Promise<Value>): Promise<Value> {
  try {
    return await use();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return missing;
    throw error;
  }
}

/**
 * The link on the path, or at its end, that leads to where nothing is; null if there is none. For files that must not be taken for missing while their
 * disk is.
 */
export function danglingLink(path: string): string | null {
  try {
    for (let at = path; at !== dirname(at); at = dirname(at)) {
      if (statSync(at, { throwIfNoEntry: false }) !== undefined) return null;
      if (lstatSync(at, { throwIfNoEntry: false }) !== undefined) return at;
    }
  } catch {
    // Whoever opens the path is told why that can't be.
  }
  return null;
}

/** Removes all permissions on a file from everyone but its owner. Does not open the file, so that locks on it stay; does nothing if the file is missing. */
export async function keepFromOthers(path: string): Promise<void> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats !== undefined && grantsOthers(stats.mode, 0o077)) await chmod(path, 0o600);
}

/** Replaces a file that others may read: what `replace` puts in its place gets its permissions. */
export async function keepMode(path: string, replace: () => Promise<void>): Promise<void> {
  const stats = statSync(path, { throwIfNoEntry: false });
  await replace();
  if (stats !== undefined) await chmod(path, stats.mode & 0o777);
}

/** Gives root's files in a folder to the folder's owner: root may run a command on the files of a program that runs as another user. */
export async function giveToOwner(folder: string, names: readonly string[]): Promise<void> {
  const { uid, gid } = statSync(folder);
  for (const path of names.map((name) => join(folder, name)))
    if (uid !== 0 && statSync(path, { throwIfNoEntry: false })?.uid === 0) await chown(path, uid, gid);
}

async function readWhole(path: string): Promise<Buffer> {
  const { handle, isPipe } = await openToRead(path);
  if (isPipe) return buffer(chunksOf(handle, path));
  return closing(handle, () => handle.readFile());
}

// Up to this size, writing into the page cache is faster than a round trip to the thread pool; the fsync dominates.
const smallBytes = 64 * 1024;

function identityOf({ fd }: FileHandle): string {
  return identityIn(fstatSync(fd, { bigint: true }));
}

/**
 * The offset and the number of the bytes that a lock covers; none given: all. Windows lets nobody else read what is locked, such as who holds a ledger: one
 * byte that no file reaches is locked there.
 */
const lockedBytes: readonly number[] = thisSystem.isWindows ? [2 ** 52, 1] : [];

function wrap(handle: FileHandle, path: string): OpenFile {
  return {
    async write(bytes) {
      if (bytes.length <= smallBytes) return writeSync(handle.fd, bytes);
      return (await handle.write(bytes)).bytesWritten;
    },
    async read() {
      const { size } = await handle.stat();
      const bytes = Buffer.alloc(size);
      let at = 0;
      while (at < size) {
        const { bytesRead } = await handle.read(bytes, at, size - at, at);
        if (bytesRead === 0) break;
        at += bytesRead;
      }
      return bytes.subarray(0, at);
    },
    datasync: () => handle.datasync(),
    async truncate(sizeBytes) {
      // By another descriptor: Windows truncates nothing by one that appends.
      const other = await openFile(path, constants.O_RDWR);
      await closing(other, async () => {
        const isSame = identityOf(other) === identityOf(handle);
        if (!isSame)
          throw Object.assign(new Error(`${path} was replaced`), {
            code: "ESTALE",
            syscall: "ftruncate",
            path,
          });
        await other.truncate(sizeBytes);
      });
    },
    async size() {
      return fstatSync(handle.fd).size;
    },
    async readAt(offset, lengthBytes) {
      const bytes = Buffer.alloc(lengthBytes);
      return bytes.subarray(0, readSync(handle.fd, bytes, 0, lengthBytes, offset));
    },
    async identity() {
      return identityOf(handle);
    },
    tryLock: () => nativeLocks().tryLock(handle.fd, ...lockedBytes),
    close: () => handle.close(),
  };
}

/** Loads native code with the first lock: most commands take none, and loading it would take them as long as their own work. */
function nativeLocks(): typeof Locks {
  return createRequire(import.meta.url)("fs-native-extensions") as typeof Locks;
}

/** Whether a file is on a mount on which nobody can change anything, not even set a file's mode to what it already is. */
export async function isOnReadOnlyMount(path: string, mode: number): Promise<boolean> {
  return chmod(path, mode & 0o7777).then(
    () => false,
    (error: unknown) => errorCode(error) === "EROFS",
  );
}
