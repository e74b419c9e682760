import { Failure } from "../../shared/failure.ts";
import { realFiles } from "../../shared/files/real-files.ts";
import type { StartProblem } from "../start-problem.ts";
import type { Store } from "../store/store.ts";

/** The file in a data folder that a restore writes first and removes last. */
export const restoringName = "restore-unfinished";

/** Fails with `restore_unfinished` if a restore into the folder is under way or was interrupted. */
export async function refuseHalfRestored(dataFolder: string): Promise<void> {
  if ((await realFiles.list(dataFolder)).includes(restoringName)) throw new Failure(unfinished(dataFolder));
}

/** As `refuseHalfRestored`, for a database on a server: its folder may be another machine's. */
export async function refuseHalfRestoredTables(store: Store, location: string): Promise<void> {
  const row = await store.get<{ name: string | null }>(
    "SELECT to_regclass('story_service.restoring')::text AS name",
  );
  if (row !== undefined && row.name !== null) throw new Failure(unfinished(location));
}

export function unfinished(place: string): StartProblem {
  return { code: "restore_unfinished", place };
}
