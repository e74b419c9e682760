import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { errorCode } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import { realFiles } from "../../shared/files/real-files.ts";

/** The recording of a book. The id is the service's own UUID, so the name is safe. */
function audioPath(dataFolder: string, bookId: string): string {
  return join(dataFolder, "audio", `${bookId}.mp3`);
}

/** Resolves once the recording is on the disk, whole. */
export async function saveAudio(dataFolder: string, bookId: string, bytes: Uint8Array): Promise<void> {
  const path = audioPath(dataFolder, bookId);
  await realFiles.makeFolder(dirname(path));
  await replaceFile(realFiles, path, bytes);
}

/** So much of a recording waits in memory for a reader who takes none of it. */
const chunkBytes = 64 * 1024;

/** A recording on the disk. */
export interface AudioFile {
  readonly sizeBytes: number;
  /** Its bytes from one place to another, both included, read as fast as somebody takes them. */
  read(range?: { readonly from: number; readonly to: number }): Readable;
}

/** The recording, or `null` where the file is gone. */
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
