import { join } from "node:path";
import { replaceFileWith } from "../shared/atomic-file.ts";
import { type Files, writeAll } from "../shared/files.ts";
import { Lender } from "../shared/lender.ts";
import { type Checkpoint, readCheckpoint, writeCheckpoint } from "./checkpoint.ts";

/** Where a machine keeps what its readers came to: its state folder, never a course's own. */
export interface CheckpointPlace {
  readonly folder: string;
  readonly files: Files;
}

/** The file that holds the checkpoint of the ledger with this id. */
export function checkpointPath(folder: string, ledger: string): string {
  return join(folder, `${ledger}.fold`);
}

/** The checkpoint that was kept of a ledger, whose bytes are still to be compared. Null where there is none that can be used. */
export async function findCheckpoint(
  ledger: string,
  { folder, files }: CheckpointPlace,
): Promise<Checkpoint | null> {
  // Into memory of its own size at once: piece by piece a hundred megabytes take three times as long.
  const bytes = await files.read(checkpointPath(folder, ledger), new Lender()).catch(() => null);
  const checkpoint = bytes === null ? null : readCheckpoint(bytes);
  return checkpoint?.state.opened?.ledger === ledger ? checkpoint : null;
}

/**
 * Resolves once the checkpoint is kept in place of an earlier one, or could not be: nobody depends on it, so that is no error. Where another
 * reader is just keeping one, that one's is as good.
 */
export async function keepCheckpoint(
  checkpoint: Checkpoint,
  { folder, files }: CheckpointPlace,
): Promise<void> {
  const ledger = checkpoint.state.opened?.ledger;
  if (ledger === undefined) return;
  const path = checkpointPath(folder, ledger);
  try {
    await files.makeFolder(folder);
    const lock = await files.openAppend(`${path}.lock`);
    try {
      if (!lock.tryLock()) return;
      await replaceFileWith(files, path, async (file) => {
        for (const piece of writeCheckpoint(checkpoint)) await writeAll(file, piece);
      });
    } finally {
      await lock.close();
    }
  } catch {
    // A folder that can't be written, or a full disk: the next reader reads the whole ledger, as this one did.
  }
}
