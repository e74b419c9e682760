import { mkdirSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
