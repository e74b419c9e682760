import { dirname } from "node:path";
import { errorCode, isSystemError } from "../../shared/failure.ts";
import { replaceFileWith } from "../../shared/files/atomic-file.ts";
import { writeAll } from "../../shared/files/files.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { refusal } from "./operator.ts";

/** Writes a command's output to a new path. Fails with `output_unusable` if the path already exists or the system refuses. */
export async function writeOutput<Result>(path: string, write: () => Promise<Result>): Promise<Result> {
  try {
    if ((await realFiles.identify(path)) !== null)
      throw refusal({ code: "output_unusable", path, why: "EEXIST" });
    return await write();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw refusal({ code: "output_unusable", path, why: errorCode(error) });
  }
}

/** Writes a file that only its owner may read; the file never exists in part, and is durable once this resolves. */
export async function writeStream(path: string, content: AsyncIterable<unknown>): Promise<void> {
  await realFiles.makeFolder(dirname(path));
  await replaceFileWith(realFiles, path, async (file) => {
    for await (const chunk of content) await writeAll(file, Buffer.from(chunk as Buffer));
  });
}
