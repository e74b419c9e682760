import { mkdirSync, statSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "../failure.ts";

/**
 * Makes the folder and its parents; `mode` is that of every folder made. Resolves with those that it made, the outermost first. Rejects with the system's error where one can't be made.
 *
 * Node's own recursive mkdir takes ENOENT for a parent that is missing and tries again for ever where the system means that nothing can
 * be made there: in /proc, or in a working folder that was removed. Here each parent is tried once.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<string[]> {
  const refusal = await tryFolder(path, mode);
  if (refusal === "made") return [path];
  if (refusal === "there") return [];
  const parent = dirname(path);
  if (errorCode(refusal) !== "ENOENT" || parent === path) throw refusal;
  const made = await makeFolder(parent, mode);
  const again = await tryFolder(path, mode);
  if (again === "made") return [...made, path];
  if (again !== "there") throw again;
  return made;
}

/** Whether the folder was made or is there, or else the error. */
async function tryFolder(path: string, mode: number): Promise<unknown> {
  try {
    await mkdir(path, mode);
    return "made";
  } catch (error) {
    // Systems give several codes for one that is there: EEXIST, and for a root EISDIR or EPERM.
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

/** As `makeFolder`, on this thread: for the few bytes that nothing waits for. */
export function makeFolderNow(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
    const parent = dirname(path);
    if (errorCode(error) !== "ENOENT" || parent === path) throw error;
    makeFolderNow(parent);
    mkdirSync(path);
  }
}
