import { dirname } from "node:path";
import { closing, endingWith } from "../closing.ts";
import { errorCode } from "../failure.ts";
import { type Files, type OpenFile, writeAll } from "./files.ts";

/**
 * Replaces a file atomically; the change is durable once this resolves. The folder must exist. Overwrites a partial file left by an earlier crash. If
 * several processes replace a file at the same time, each writes all of it, and the last one to finish wins.
 */
export async function replaceFile(files: Files, path: string, bytes: Uint8Array | string): Promise<void> {
  await replaceFileWith(files, path, (file) =>
    writeAll(file, typeof bytes === "string" ? Buffer.from(bytes) : bytes),
  );
}

/** Like `replaceFile`, for content that `fill` writes in chunks. */
export async function replaceFileWith(
  files: Files,
  path: string,
  fill: (file: OpenFile) => Promise<void>,
): Promise<void> {
  await withPartFile(files, path, async (file, putInPlace) => {
    await fill(file);
    await file.datasync();
    await putInPlace();
  });
  await files.syncFolder(dirname(path));
}

/**
 * The temporary file of an atomic write. The suffix is not plain `.part`: browsers and other programs leave files with that suffix, which are not ours
 * to remove.
 */
export function partPath(path: string): string {
  return `${path}.coursebinder.part`;
}

/** The suffix that turns a target's name into its temporary file's name; includes a number if several processes were writing that target. */
export const partEnding = /(\.\d+)?\.coursebinder\.part$/;

/**
 * Lets `fill` write to a new file beside `path`, and rename it with `putInPlace` to `path`, or to the path that it names; if `fill` doesn't call
 * `putInPlace`, the new file is removed. While the new file is open, no other process writes to it or removes it.
 */
export async function withPartFile<Result>(
  files: Files,
  path: string,
  fill: (file: OpenFile, putInPlace: (named?: string) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const { part, file } = await openPart(files, path);
  let isInPlace = false;
  const putInPlace = async (named = path): Promise<void> => {
    await files.rename(part, named);
    isInPlace = true;
  };
  return closing(file, () =>
    endingWith(
      // Removed before its lock is released: afterwards the name may be another process's.
      async () => {
        if (!isInPlace) await files.remove(part);
      },
      () => fill(file, putInPlace),
    ),
  );
}

interface Part {
  readonly part: string;
  readonly file: OpenFile;
}

/** Far more than there are processes that write the same file at the same time. */
const partsMost = 100;

/**
 * Opens and locks the temporary file, under a numbered name if another process is writing to the first one. The lock tells a file that is being written
 * from one that a crash left behind, which is emptied: without it, the first process to finish would rename the half-written file of the second.
 */
async function openPart(files: Files, path: string): Promise<Part> {
  for (let number = 1; number <= partsMost; number++) {
    const part = partPath(number === 1 ? path : `${path}.${number}`);
    const file = await openLeftover(files, part);
    let isOurs = false;
    await endingWith(
      async () => {
        if (!isOurs) await file.close();
      },
      async () => {
        // Another process may have renamed or removed it before it was locked here.
        if (!lock(file) || (await files.identify(part)) !== (await file.identity())) return;
        if ((await file.size()) > 0) await file.truncate(0);
        isOurs = true;
      },
    );
    if (isOurs) return { part, file };
  }
  throw Object.assign(new Error(`could not hold on to a temporary file beside ${path}`), { code: "EBUSY" });
}

async function openLeftover(files: Files, part: string): Promise<OpenFile> {
  try {
    return await files.openAppend(part);
  } catch (error) {
    if (errorCode(error) !== "EACCES") throw error;
    // Such as a file of another user: only removing it can help, or says why not.
    await files.remove(part);
    return files.openAppend(part);
  }
}

const withoutLocks: readonly string[] = ["ENOLCK", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"];

/** A file system without locks, as of some network shares, is taken for one that a single process writes to. */
function lock(file: OpenFile): boolean {
  try {
    return file.tryLock();
  } catch (error) {
    if (withoutLocks.includes(errorCode(error))) return true;
    throw error;
  }
}
