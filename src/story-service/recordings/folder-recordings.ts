import { lstat, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorCode, Failure, isSystemError } from "../../shared/failure.ts";
import { replaceFile } from "../../shared/files/atomic-file.ts";
import { makeFolder, removeEmptyFolder } from "../../shared/files/make-folder.ts";
import { openStream } from "../../shared/files/open-file.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import type { StartProblem } from "../start-problem.ts";
import { nameOf, type Recordings, recordingName } from "./recordings.ts";

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

/** What a system says that has no room at the moment: a recording waits for that. */
const noRoom: readonly string[] = ["ENOSPC", "EDQUOT"];

/**
 * Proves that recordings can be kept in the data folder: makes an empty file in their folder and removes it, or, where that is still to be made, a folder
 * beside it. By doing it, since a file's mode says nothing of a disk that is read-only. Of a crash meanwhile, the file has the name of a recording and is
 * removed as nobody's. Fails with `recordings_folder_unusable`.
 */
export async function checkRecordingsFolder(dataFolder: string, world: Pick<World, "random">): Promise<void> {
  const path = join(dataFolder, audioFolder);
  const id = randomUuid(world);
  try {
    // Not what a link leads to: no folder can be made in the place of one that leads nowhere.
    if ((await unlessGone(() => lstat(path))) === null) {
      await makeFolder(`${path}-${id}`);
      await removeEmptyFolder(`${path}-${id}`);
    } else {
      const file = join(path, recordingName(id, 0));
      await (await realFiles.openNew(file)).close();
      await realFiles.remove(file);
    }
  } catch (error) {
    if (!noRoom.includes(errorCode(error))) throw recordingsFolderUnusable(path, error);
  }
}

/** An error of the system as `recordings_folder_unusable`; any other one as it is. */
export function recordingsFolderUnusable(path: string, error: unknown): unknown {
  if (!isSystemError(error)) return error;
  const cause = errorCode(error);
  return new Failure<StartProblem>({ code: "recordings_folder_unusable", path, cause }, { cause: error });
}

async function unlessGone<Result>(look: () => Promise<Result>): Promise<Result | null> {
  try {
    return await look();
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
}
