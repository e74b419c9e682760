import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { errorCode, Failure, isSystemError } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { type Operator, refusal } from "./operator.ts";

/**
 * Writes what a command was told to write to a new path. Fails with `output_exists`, with `output_in_data_folder`, since a copy there would be lost with
 * its original, and with `output_unwritable` where the system refuses.
 */
export async function writeOutput<Result>(
  output: string,
  { place }: Pick<Operator, "place">,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    if ((await realFiles.identify(output)) !== null) throw refusal({ code: "output_exists", path: output });
    if (isInside(await realPlace(output), await realPlace(place.dataFolder)))
      throw refusal({ code: "output_in_data_folder", path: output, folder: place.dataFolder });
    return await write();
  } catch (error) {
    if (error instanceof Failure || !isSystemError(error)) throw error;
    throw new Failure({ code: "output_unwritable", path: output, cause: errorCode(error) } as const, {
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
