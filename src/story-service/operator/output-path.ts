import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import type { Readable } from "node:stream";
import { errorCode, Failure, isSystemError } from "../../shared/failure.ts";
import { replaceFileWith } from "../../shared/files/atomic-file.ts";
import { writeAll } from "../../shared/files/files.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { type Operator, refusal } from "./operator.ts";

/**
 * Writes a command's output to a new path. Fails with `output_unusable` if the path already exists, if
 * it is in the service's own folder, where a copy would be lost with its original, or if the system refuses.
 */
export async function writeOutput<Result>(
  output: string,
  { place }: Pick<Operator, "place">,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    if ((await realFiles.identify(output)) !== null)
      throw refusal({ code: "output_unusable", path: output, why: "EEXIST" });
    if (isInside(await realPlace(output), await realPlace(place.dataFolder)))
      throw refusal({ code: "output_unusable", path: output, why: "inside" });
    return await write();
  } catch (error) {
    if (error instanceof Failure || !isSystemError(error)) throw error;
    throw new Failure({ code: "output_unusable", path: output, why: errorCode(error) } as const, {
      cause: error,
    });
  }
}

/** Where a path leads that need not exist yet, without links. */
async function realPlace(path: string): Promise<string> {
  const full = resolve(path);
  try {
    return await realpath(full);
  } catch (error) {
    if (errorCode(error) !== "ENOENT" || dirname(full) === full) throw error;
    return join(await realPlace(dirname(full)), basename(full));
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`);
}

/** Writes a stream to a file that only its owner may read; the file never exists in part, and is durable once this resolves. */
export async function writeStream(path: string, content: Readable): Promise<void> {
  await realFiles.makeFolder(dirname(path));
  await replaceFileWith(realFiles, path, async (file) => {
    for await (const chunk of content) await writeAll(file, chunk as Buffer);
  });
}
