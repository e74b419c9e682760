import { constants, fstatSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { errorCode } from "../failure.ts";

const chunkBytes = 65_536;
/** How long a pipe that has nothing to read gets, before it is tried again. */
const emptyMs = 20;

/**
 * The bytes of a file or a pipe, or null if there are more than `most`. Throws the system's error if it can't be read, also for a pipe that nobody
 * writes to, which would be waited for.
 */
export async function readAtMost(path: string, most: number): Promise<Buffer | null> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for (;;) {
      const chunk = Buffer.alloc(chunkBytes);
      const bytesRead = await readSome(handle, chunk);
      if (bytesRead === 0 && size === 0) refuseUnwritten(handle, path);
      if (bytesRead === 0) return Buffer.concat(chunks);
      size += bytesRead;
      if (size > most) return null;
      chunks.push(chunk.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

async function readSome(handle: FileHandle, chunk: Buffer): Promise<number> {
  for (;;) {
    try {
      return (await handle.read(chunk, 0, chunk.length, null)).bytesRead;
    } catch (error) {
      if (errorCode(error) !== "EAGAIN") throw error;
      await new Promise((resolve) => setTimeout(resolve, emptyMs));
    }
  }
}

function refuseUnwritten(handle: FileHandle, path: string): void {
  if (!fstatSync(handle.fd).isFIFO()) return;
  throw Object.assign(new Error(`nobody writes to the pipe '${path}'`), {
    code: "ENXIO",
    syscall: "read",
    path,
  });
}
