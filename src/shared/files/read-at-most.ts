import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { withoutWaiting } from "./open-file.ts";
import { chunksOf } from "./read-pipe.ts";
import { whenFree } from "./windows.ts";

/**
 * The bytes of a file or a pipe, or null if there are more than `most`. Throws the system's error if it can't be read, also for a pipe that nobody
 * writes to, which would be waited for.
 */
export async function readAtMost(path: string, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  const file = await whenFree(() => open(path, constants.O_RDONLY | withoutWaiting));
  for await (const chunk of chunksOf(file, path)) {
    size += chunk.length;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
