import { fstatSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { errorCode } from "../failure.ts";

const chunkBytes = 65_536;
/** How long a pipe that has nothing to read gets, before it is tried again. */
const emptyMs = 20;

/**
 * What can be read from a file or a pipe that was opened without waiting, to its end; closes it. Throws the system's error for a pipe that nobody writes
 * to.
 */
export async function* chunksOf(handle: FileHandle, path: string): AsyncGenerator<Buffer> {
  try {
    for (let isFirst = true; ; isFirst = false) {
      const chunk = Buffer.allocUnsafe(chunkBytes);
      const bytesRead = await readSome(handle, chunk);
      if (bytesRead === 0 && isFirst) refuseUnwritten(handle, path);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
    }
  } finally {
    await handle.close().catch(() => undefined);
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
