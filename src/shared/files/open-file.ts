import { closeSync, constants, fstatSync, openSync, type Stats, writeSync } from "node:fs";
import { type FileHandle, open, writeFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { errorCode } from "../failure.ts";
import { whenFree } from "./windows.ts";

/** The flag without which opening a named pipe waits for its other end. Windows has none. */
const withoutWaiting = constants.O_NONBLOCK ?? 0;

/** Appends to a file that is created if it is missing, or writes to a pipe that somebody reads. */
const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | withoutWaiting;

/** Creates a file; fails if it exists. For files that nothing depends on: a crash may leave a partial file. */
export function createFile(path: string, bytes: Uint8Array | string, mode = 0o600): Promise<void> {
  return whenFree(() => writeFile(path, bytes, { flag: "wx", mode }));
}

/** Opens, for appending, a file or a pipe that others watch while it is being written. */
export function openToAppend(path: string): Promise<FileHandle> {
  return whenFree(() => open(path, appending, 0o644));
}

/** Like `openToAppend`, but synchronous, for lines of a log, which are written before their caller continues. */
export function openToAppendNow(path: string): number {
  return openSync(path, appending, 0o644);
}

/** Writes what a file or a pipe takes now; how many bytes that was. Throws EAGAIN for a pipe that is full. */
export function writeNow(file: number, bytes: Buffer): number {
  return writeSync(file, bytes);
}

export function closeNow(file: number): void {
  closeSync(file);
}

/** A file, or a range of it (last byte included), as a stream. Rejects with the system error if it can't be opened. */
export async function openStream(
  path: string,
  range: { readonly start: number; readonly end: number; readonly highWaterMark: number } | null = null,
): Promise<Readable> {
  const file = await whenFree(() => open(path));
  return file.createReadStream(range ?? {});
}

/**
 * Opens an ordinary file. If the path is not an ordinary file, rejects with a system error, as for a file that can't be opened: opening a pipe
 * would block, and data written to a device would be lost.
 */
export async function openFile(path: string, flags: number, mode?: number): Promise<FileHandle> {
  const handle = await open(path, flags | withoutWaiting, mode);
  try {
    refuseOther(fstatSync(handle.fd), path);
    return handle;
  } catch (error) {
    await handle.close().catch(() => undefined);
    throw error;
  }
}

/** Like `openFile`, for reading from beginning to end, but opens a pipe, too. The result says whether the path is a pipe. */
export async function openToRead(
  path: string,
): Promise<{ readonly handle: FileHandle; readonly isPipe: boolean }> {
  const handle = await open(path, constants.O_RDONLY | withoutWaiting);
  try {
    const stats = fstatSync(handle.fd);
    if (!stats.isFIFO()) refuseOther(stats, path);
    return { handle, isPipe: stats.isFIFO() };
  } catch (error) {
    await handle.close().catch(() => undefined);
    throw error;
  }
}

/** Throws a system error if what was opened at the path is not an ordinary file. */
function refuseOther(stats: Stats, path: string): void {
  if (stats.isFile()) return;
  // The codes that systems report for a folder, and for a socket, where a file is expected.
  const code = stats.isDirectory() ? "EISDIR" : "ENXIO";
  throw Object.assign(new Error(`${code}: not a file, open '${path}'`), { code, syscall: "open", path });
}

/**
 * The bytes of a file or a pipe, or null if there are more than `most`. Throws the system's error if the path can't be read. Also throws, instead of
 * waiting, for a pipe that nobody writes to.
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

// Large enough that the number of reads does not matter.
const chunkBytes = 256 * 1024;
/** How long a pipe that has nothing to read gets, before it is tried again. */
const emptyMs = 20;

/** Reads to the end of a file or a pipe that was opened without waiting, and closes it. Throws the system's error for a pipe that nobody writes to. */
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

// Taken and given back: memory for each chunk of a gigabyte would keep the garbage collector busy.
const spareChunks: Buffer[] = [];

/** Reads an ordinary file to its end, and closes it. While a chunk is used, the next one is read; then the chunk's memory is used again. */
export async function* chunksAhead(handle: FileHandle): AsyncGenerator<Buffer> {
  const take = () => spareChunks.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
  let [chunk, next] = [take(), take()];
  const read = (into: Buffer) => {
    const reading = handle.read(into, 0, into.length, null);
    // Handled when it is awaited.
    reading.catch(() => undefined);
    return reading;
  };
  let reading = read(chunk);
  try {
    for (;;) {
      const { bytesRead } = await reading;
      if (bytesRead === 0) return;
      reading = read(next);
      yield chunk.subarray(0, bytesRead);
      [chunk, next] = [next, chunk];
    }
  } finally {
    await reading.catch(() => undefined);
    await handle.close().catch(() => undefined);
    spareChunks.push(chunk, next);
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
  throw Object.assign(new Error(`no process is writing to the pipe '${path}'`), {
    code: "ENXIO",
    syscall: "read",
    path,
  });
}
