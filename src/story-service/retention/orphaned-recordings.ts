import { stat } from "node:fs/promises";
import { join } from "node:path";
import { realFiles } from "../../shared/files/real-files.ts";
import { audioFolder, removeAudio } from "../books/audio-files.ts";
import type { Database } from "../store/store.ts";

/** Longer than any process can be between writing a recording and recording it in the database. */
const orphanMs = 86_400_000;

/** A recording of one attempt, one of an earlier version, or a part of one that was being written. */
const recordingPattern =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(\.\d+)?\.mp3(\.coursebinder\.part)?$/;

/**
 * Removes recordings that no book has: of processes that ended before they could record them, and of deleted stories. Only those a day old by the
 * machine's clock, since a younger one may be about to be recorded. Other files of the folder are left alone.
 */
export async function removeOrphanedRecordings(
  database: Database,
  { dataFolder, machineNow }: { readonly dataFolder: string; readonly machineNow: number },
): Promise<number> {
  const folder = join(dataFolder, audioFolder);
  let removed = 0;
  for (const name of await realFiles.list(folder)) {
    const bookId = recordingPattern.exec(name)?.[1];
    if (bookId === undefined) continue;
    const file = await stat(join(folder, name)).catch(() => null);
    if (file === null || file.mtimeMs > machineNow - orphanMs) continue;
    const sql = "SELECT COALESCE(recording, id || '.mp3') AS recording FROM books WHERE id = ?";
    const book = await database.get<{ recording: string }>(sql, bookId);
    if (book?.recording === name) continue;
    await removeAudio(dataFolder, name);
    removed += 1;
  }
  return removed;
}
