import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { errorCode } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import { realFiles } from "../../shared/files/real-files.ts";

/** The recording of a book. The id is the service's own UUID, so the path is safe. */
function audioPath(dataFolder: string, bookId: string): string {
  return join(dataFolder, "audio", `${bookId}.mp3`);
}

/** Writes the recording atomically; durable once it resolves. */
export async function saveAudio(dataFolder: string, bookId: string, bytes: Uint8Array): Promise<void> {
  const path = audioPath(dataFolder, bookId);
  await realFiles.makeFolder(dirname(path));
  await replaceFile(realFiles, path, bytes);
}

/** Maximum buffered for a slow consumer. */
const chunkBytes = 64 * 1024;

/** A recording on disk. */
export interface AudioFile {
  readonly sizeBytes: number;
  /** A byte range, both ends inclusive, as a stream with backpressure. */
  read(range?: { readonly from: number; readonly to: number }): Readable;
}

/** The recording, or `null` if the file is gone. */
export async function findAudio(dataFolder: string, bookId: string): Promise<AudioFile | null> {
  const path = audioPath(dataFolder, bookId);
  try {
    const { size } = await stat(path);
    return {
      sizeBytes: size,
      read: ({ from, to } = { from: 0, to: size - 1 }) =>
        createReadStream(path, { start: from, end: to, highWaterMark: chunkBytes }),
    };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}
