import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { nameOf, type Recordings } from "./recordings.ts";

/** The folder of recordings in a data folder, and in a backup. */
export const audioFolder = "audio";

/** Maximum buffered for a slow consumer. */
const chunkBytes = 64 * 1024;

/** Recordings as files of a folder in the data folder, which all processes of a service must share. */
export function folderRecordings(dataFolder: string): Recordings {
  const folder = join(dataFolder, audioFolder);
  return {
    isRemote: false,
    async save(name, bytes) {
      await realFiles.makeFolder(folder);
      await replaceFile(realFiles, join(folder, name), bytes);
    },
    async find(book) {
      const path = join(folder, nameOf(book));
      const size = await unlessGone(async () => (await stat(path)).size);
      if (size === null) return null;
      return {
        sizeBytes: size,
        async open({ from, to } = { from: 0, to: size - 1 }) {
          const file = await unlessGone(() => open(path));
          return file?.createReadStream({ start: from, end: to, highWaterMark: chunkBytes }) ?? null;
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

async function unlessGone<Result>(look: () => Promise<Result>): Promise<Result | null> {
  try {
    return await look();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}
