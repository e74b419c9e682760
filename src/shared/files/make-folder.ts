import { constants, mkdirSync, statSync } from "node:fs";
import { access, mkdtemp, rm, rmdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { errorCode } from "../failure.ts";
import { whenFree } from "./windows.ts";

/**
 * Creates the folder and its missing parents, each with `mode`. Resolves with the folders that it created, the outermost first. Rejects with the
 * system error if one can't be created.
 */
export function makeFolder(path: string, mode = 0o777): Promise<string[]> {
  return whenFree(async () => makeFolderNow(path, mode));
}

/**
 * Like `makeFolder`, but synchronous: for small writes that nothing waits for.
 *
 * Node's recursive mkdir takes ENOENT to mean a missing parent. It therefore retries forever where the system reports ENOENT because nothing can be
 * created: in /proc, or in a removed working directory. Here each parent is tried once.
 */
export function makeFolderNow(path: string, mode = 0o777): string[] {
  try {
    return makeOne(path, mode);
  } catch (error) {
    const parent = dirname(path);
    if (errorCode(error) !== "ENOENT" || parent === path) throw error;
    return [...makeFolderNow(parent, mode), ...makeOne(path, mode)];
  }
}

/** The folder if it was created, and none if it was there, perhaps made by another process meanwhile. */
function makeOne(path: string, mode: number): string[] {
  try {
    mkdirSync(path, mode);
    return [path];
  } catch (error) {
    // For an existing folder, systems report EEXIST, or EISDIR or EPERM for a root.
    if (isFolder(path)) return [];
    throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Whether a folder can be written to or created. `isThere`: it exists. `at`: the nearest existing folder, in which the rest would be created, or whatever
 * is in the way.
 */
export type Room = { readonly at: string; readonly isThere: boolean } & (
  | { readonly ok: true }
  | { readonly ok: false; readonly cause: string }
);

/** Finds out whether a folder can be written to or created. Leaves nothing behind. */
export async function roomIn(folder: string): Promise<Room> {
  const whole = resolve(folder);
  for (let at = whole; ; at = dirname(at)) {
    let isThere = false;
    try {
      if (!(await stat(at)).isDirectory()) return { ok: false, at, isThere, cause: "ENOTDIR" };
      isThere = at === whole;
      await access(at, constants.W_OK | constants.X_OK);
      // In /proc, for one, even who may write can't make a folder.
      if (!isThere) await rmdir(await mkdtemp(join(at, ".coursebinder-")));
      return { ok: true, at, isThere };
    } catch (error) {
      const cause = errorCode(error);
      // A path component that isn't a folder is found and named on the way up.
      const isMissing = !isFolder(at) && (cause === "ENOENT" || cause === "ENOTDIR");
      if (!isMissing || at === dirname(at)) return { ok: false, at, isThere, cause };
    }
  }
}

/** Makes a folder in the system's folder for temporary files. `name` tells people what the folder is for. */
export function makeTemporaryFolder(name: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `coursebinder-${name}-`));
}

/**
 * Removes a file, or a folder with everything in it; no error if the path does not exist. Retries, because another program may still be writing there
 * for a moment.
 */
export async function removeAll(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 6 });
}

/**
 * Removes a temporary folder with everything in it. Never fails: on Windows, files that are still open stay there until the system cleans up its
 * temporary folders. Before Node 22.13 the SQLite package keeps a file open until its statements are garbage-collected.
 */
export async function removeTemporaryFolder(path: string): Promise<void> {
  await removeAll(path).catch(() => undefined);
}
