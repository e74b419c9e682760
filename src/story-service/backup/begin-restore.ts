import { join } from "node:path";
import * as z from "zod";
import { Failure } from "../../shared/failure.ts";
import { partPath } from "../../shared/files/atomic-file.ts";
import { type OpenFile, writeAll } from "../../shared/files/files.ts";
import { makeFolder, removeAll, removeEmptyFolder } from "../../shared/files/make-folder.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import { pepperName } from "../accounts/pepper-file.ts";
import { markName } from "../folder-mark.ts";
import { refusal } from "../operator/operator.ts";
import { audioFolder } from "../recordings/folder-recordings.ts";
import { databaseName } from "../store/store-place.ts";
import { restoringName, unfinished } from "./unfinished-restore.ts";

/** A restore that has begun to write. */
export interface BegunRestore {
  /** A UUID by which it knows what it has written, also after it was interrupted and begun again. */
  readonly mark: string;
  /** Makes the folder a service's. */
  finish(): Promise<void>;
  /** Removes all that was written to the folder. */
  undo(): Promise<void>;
  /** Leaves the folder as it is, for a later restore that removes the rest. */
  leave(): Promise<void>;
}

const written = [
  databaseName,
  `${databaseName}-wal`,
  `${databaseName}-shm`,
  `${databaseName}-journal`,
  partPath(databaseName),
  pepperName,
  partPath(pepperName),
  markName,
  audioFolder,
];

/**
 * Begins to restore into a folder that is empty, or has the rest of an interrupted restore, which is removed; a file there says so until it is done.
 * `prove` fails if there is no place for the database, before anything is changed. Fails with `place_not_empty` and `restore_unfinished`.
 */
export async function beginRestore(
  dataFolder: string,
  world: Pick<World, "random">,
  prove: (mark: string) => Promise<void>,
): Promise<BegunRestore> {
  const path = join(dataFolder, restoringName);
  const names = await realFiles.list(dataFolder);
  const isRest = names.includes(restoringName);
  const found = names.find((name) => written.includes(name));
  if (!isRest && found !== undefined)
    throw refusal({ code: "place_not_empty", place: join(dataFolder, found), isFile: true });
  const rest = isRest ? await lockOf(path, dataFolder) : null;
  const known = z.uuid().safeParse((await rest?.read())?.toString("utf8"));
  const mark = known.data ?? randomUuid(world);
  let made: readonly string[] = [];
  let lock = rest;
  try {
    await prove(mark);
    if (rest !== null) await removeWritten(dataFolder);
    made = await makeFolder(dataFolder, 0o700);
    lock ??= await lockOf(path, dataFolder);
    // Before anything else is written. One that was interrupted earlier than this has written nothing.
    if (!known.success) {
      await lock.truncate(0);
      await writeAll(lock, Buffer.from(mark));
      await lock.datasync();
      await realFiles.syncFolder(dataFolder);
    }
  } catch (error) {
    await lock?.close().catch(() => undefined);
    throw error;
  }
  const held = lock;
  const leave = (): Promise<void> => held.close();
  const finish = async (): Promise<void> => {
    await realFiles.remove(path);
    await realFiles.syncFolder(dataFolder);
    await held.close();
  };
  return {
    mark,
    leave,
    finish,
    async undo() {
      await removeWritten(dataFolder);
      await finish();
      // Not what somebody else has put something into.
      for (const folder of [...made].reverse()) await removeEmptyFolder(folder).catch(() => undefined);
    },
  };
}

async function lockOf(path: string, dataFolder: string): Promise<OpenFile> {
  const lock = await realFiles.openAppend(path);
  if (lock.tryLock()) return lock;
  await lock.close();
  throw new Failure(unfinished(dataFolder));
}

async function removeWritten(dataFolder: string): Promise<void> {
  for (const name of written) await removeAll(join(dataFolder, name));
}
