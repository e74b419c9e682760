import { partEnding } from "../../shared/files/atomic-file.ts";
import type { Recordings } from "../recordings/recordings.ts";
import type { Database } from "../store/store.ts";

/** Longer than any process can be between writing a recording and recording it in the database. */
const orphanMs = 86_400_000;

/** A recording of one attempt, or one of an earlier version. */
const recordingPattern = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(\.\d+)?\.mp3$/;

/**
 * Removes recordings that no book has: of processes that ended before they could record them, and of deleted stories. Only those a day old by the
 * clocks of the machine and of their place, since a younger one may be about to be recorded. What else is in the place is left alone.
 */
export async function removeOrphanedRecordings(
  database: Database,
  { recordings, machineNow }: { readonly recordings: Recordings; readonly machineNow: number },
): Promise<number> {
  let removed = 0;
  for await (const { name, storedAt } of recordings.list()) {
    const bookId = recordingPattern.exec(name.replace(partEnding, ""))?.[1];
    if (bookId === undefined || storedAt > machineNow - orphanMs) continue;
    const sql = "SELECT COALESCE(recording, id || '.mp3') AS recording FROM books WHERE id = ?";
    const book = await database.get<{ recording: string }>(sql, bookId);
    if (book?.recording === name) continue;
    await recordings.remove(name);
    removed += 1;
  }
  return removed;
}
