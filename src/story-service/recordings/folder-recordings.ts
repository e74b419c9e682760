import { access, constants, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import { openStream } from "../../shared/files/open-file.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { Recordings } from "./recordings.ts";

/** The folder of recordings in a data folder, and in a backup. */
export const audioFolder = "audio";

/** Maximum buffered for a slow consumer. */
const chunkBytes = 64 * 1024;

/** Recordings as files in a folder of the data folder, which all processes of a service must share. */
export function folderRecordings(dataFolder: string): Recordings {
  const folder = join(dataFolder, audioFolder);
  return {
    isRemote: false,
    async save(name, bytes) {
      await realFiles.makeFolder(folder, 0o700);
      await replaceFile(realFiles, join(folder, name), bytes);
    },
    async find(name) {
      const path = join(folder, name);
      const size = await unlessGone(async () => (await stat(path)).size);
      if (size === null) return null;
      return {
        sizeBytes: size,
        async open({ from, to } = { from: 0, to: size - 1 }) {
          return unlessGone(() => openStream(path, { start: from, end: to, highWaterMark: chunkBytes }));
        },
      };
    },
    remove: (name) => realFiles.remove(join(folder, name)),
    async *list() {
      for (const name of await realFiles.list(folder)) {
        const storedAt = await unlessGone(async () => (await stat(join(folder, name))).mtimeMs);
        if (storedAt !== null) yield { name, storedAt };
      }
    },
    close: async () => undefined,
  };
}

/** Makes the folder of the recordings if necessary. Rejects with the system's error if it can't be made or written. */
export async function makeRecordingsFolder(dataFolder: string): Promise<void> {
  const path = join(dataFolder, audioFolder);
  await realFiles.makeFolder(path, 0o700);
  await access(path, constants.W_OK | constants.X_OK);
}

async function unlessGone<Result>(look: () => Promise<Result>): Promise<Result | null> {
  try {
    return await look();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}
