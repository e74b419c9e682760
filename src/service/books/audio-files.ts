import { dirname, join } from "node:path";
import { replaceFile } from "../../shared/atomic-file.ts";
import { realFiles } from "../../shared/real-files.ts";

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

/** The recording, or `null` where the file is gone. */
export function readAudio(dataFolder: string, bookId: string): Promise<Buffer | null> {
  return realFiles.read(audioPath(dataFolder, bookId));
}
