import { dirname } from "node:path";
import { endingWith } from "../../shared/closing.ts";
import { partEnding, partPath } from "../../shared/files/atomic-file.ts";
import type { OpenFile } from "../../shared/files/files.ts";
import { makeFolder, removeAll } from "../../shared/files/make-folder.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import { refusal } from "../operator/operator.ts";
import { databaseName } from "../store/store-place.ts";
import { manifestName, partOfBackup } from "./manifest.ts";

/**
 * Lets `fill` write a folder that is to become `output`. The system's lock of a file beside it tells a backup that is being written from what is left of
 * an interrupted one, which is removed. Fails with `backup_under_way`, and with `output_exists` if the folder holds what no backup has.
 */
export async function inPartFolder<Result>(
  output: string,
  fill: (part: string) => Promise<Result>,
): Promise<Result> {
  const part = partPath(output);
  await makeFolder(dirname(part), 0o700);
  const lockPath = `${part}.lock`;
  const lock = await lockOf(lockPath, output);
  return endingWith(
    async () => {
      // While it is held: who waits for its name then finds that the file is another one.
      await realFiles.remove(lockPath);
      await lock.close();
    },
    async () => {
      await removeRest(part);
      await makeFolder(part, 0o700);
      try {
        return await fill(part);
      } catch (error) {
        await removeAll(part).catch(() => undefined);
        throw error;
      }
    },
  );
}

async function lockOf(path: string, output: string): Promise<OpenFile> {
  for (;;) {
    const lock = await realFiles.openAppend(path);
    if (!lock.tryLock()) {
      await lock.close();
      throw refusal({ code: "backup_under_way", path: output });
    }
    if ((await realFiles.identify(path)) === (await lock.identity())) return lock;
    // Its holder removed it between our opening and locking it.
    await lock.close();
  }
}

async function removeRest(part: string): Promise<void> {
  const isOurs = (name: string): boolean =>
    partOfBackup.test(name) || name === manifestName || name.startsWith(`${databaseName}-`);
  const names = await realFiles.list(part);
  if (!names.every((name) => isOurs(name.replace(partEnding, ""))))
    throw refusal({ code: "output_exists", path: part });
  await removeAll(part);
}
