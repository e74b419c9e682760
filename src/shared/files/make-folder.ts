import { mkdirSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rm, rmdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { errorCode } from "../failure.ts";
import { whenFree } from "./windows.ts";

/**
 * Creates the folder and its missing parents, each with `mode`. Resolves with the folders that it created, the outermost first. Rejects with the
 * system error if one can't be created.
 *
 * Node's recursive mkdir takes ENOENT for a missing parent and retries forever where the system means that nothing can be created there: in /proc, or
 * in a removed working directory. Here each parent is tried once.
 */
export function makeFolder(path: string, mode = 0o777): Promise<string[]> {
  return whenFree(() => makeWithParents(path, mode));
}

async function makeWithParents(path: string, mode: number): Promise<string[]> {
  const refusal = await tryFolder(path, mode);
  if (refusal === "made") return [path];
  if (refusal === "there") return [];
  const parent = dirname(path);
  if (errorCode(refusal) !== "ENOENT" || parent === path) throw refusal;
  const made = await makeWithParents(parent, mode);
  const again = await tryFolder(path, mode);
  if (again === "made") return [...made, path];
  if (again !== "there") throw again;
  return made;
}

/** Whether the folder was created or already exists, or the error. */
async function tryFolder(path: string, mode: number): Promise<unknown> {
  try {
    await mkdir(path, mode);
    return "made";
  } catch (error) {
    // For an existing folder, systems report EEXIST, or EISDIR or EPERM for a root.
    return errorCode(error) !== "ENOENT" && (await isFolder(path)) ? "there" : error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** As `makeFolder`, but synchronous: for a few bytes that nothing waits for. */
export function makeFolderNow(path: string): void {
  const refusal = tryFolderNow(path);
  if (refusal === null) return;
  const parent = dirname(path);
  if (errorCode(refusal) !== "ENOENT" || parent === path) throw refusal;
  makeFolderNow(parent);
  // Another process may have made it meanwhile.
  const again = tryFolderNow(path);
  if (again !== null) throw again;
}

/** Null if the folder was created or already exists; else the error. */
function tryFolderNow(path: string): unknown {
  try {
    mkdirSync(path);
    return null;
  } catch (error) {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? null : error;
  }
}

/** Makes a folder among the system's temporary ones. `name` tells people what it is of. */
export function makeTemporaryFolder(name: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `coursebinder-${name}-`));
}

/** Removes a folder with all that is in it, or a file; no error if there is none. Another program may be writing there for a moment longer. */
export async function removeAll(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 6 });
}

/** Removes a folder that is empty. Rejects if it is not. */
export async function removeEmptyFolder(path: string): Promise<void> {
  await whenFree(() => rmdir(path));
}
