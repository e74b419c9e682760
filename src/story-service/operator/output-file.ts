import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { replaceFileWith } from "../../shared/files/atomic-file.ts";
import { writeAll } from "../../shared/files/files.ts";
import { realFiles } from "../../shared/files/real-files.ts";

/** Writes a stream to a file that only its owner may read; complete and durable, or not there, once it resolves. */
export async function writeStream(path: string, content: Readable): Promise<void> {
  await realFiles.makeFolder(dirname(path));
  await replaceFileWith(realFiles, path, async (file) => {
    for await (const chunk of content) await writeAll(file, chunk as Buffer);
  });
}
