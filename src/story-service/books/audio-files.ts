import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { errorCode } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { BookRow } from "../stories/states.ts";

/** The folder of recordings in a data folder. */
export const audioFolder = "audio";

/** Names are made of the service's own UUIDs, so the path is safe. */
function audioPath(dataFolder: string, name: string): string {
  return join(dataFolder, audioFolder, name);
}

/**
 * The file of one attempt at a recording: a process that has lost its job, and does not know it yet, can't replace the recording of the one that has
 * it now.
 */
export function recordingName(bookId: string, attempt: number): string {
  return `${bookId}.${attempt}.mp3`;
}

/** Writes a recording atomically; durable once it resolves. */
export async function saveAudio(dataFolder: string, name: string, bytes: Uint8Array): Promise<void> {
  const path = audioPath(dataFolder, name);
  await realFiles.makeFolder(dirname(path));
  await replaceFile(realFiles, path, bytes);
}

/** Removes a recording that no book has, if it is there. */
export async function removeAudio(dataFolder: string, name: string): Promise<void> {
  await realFiles.remove(audioPath(dataFolder, name));
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
export async function findAudio(
  dataFolder: string,
  { id, recording }: Pick<BookRow, "id" | "recording">,
): Promise<AudioFile | null> {
  const path = audioPath(dataFolder, recording ?? `${id}.mp3`);
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
