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
  const refusal = tryFolder(path, mode);
  if (refusal === "made") return [path];
  if (refusal === "there") return [];
  const parent = dirname(path);
  if (errorCode(refusal) !== "ENOENT" || parent === path) throw refusal;
  const made = makeFolderNow(parent, mode);
  // Another process may have made it meanwhile.
  const again = tryFolder(path, mode);
  if (again === "made") return [...made, path];
  if (again !== "there") throw again;
  return made;
}

/** Whether the folder was created or already exists, or the error. */
function tryFolder(path: string, mode: number): unknown {
  try {
    mkdirSync(path, mode);
    return "made";
  } catch (error) {
    // For an existing folder, systems report EEXIST, or EISDIR or EPERM for a root.
    return isFolder(path) ? "there" : error;
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
