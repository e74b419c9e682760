import { join } from "node:path";
import { errorCode, errorPath, Failure, isSystemError } from "../shared/failure.ts";
import type { OpenFile } from "../shared/files/files.ts";
import { giveToOwner, realFiles } from "../shared/files/real-files.ts";
import type { World } from "../shared/world.ts";
import { type Pepper, pepperName, pepperPath, readPepper } from "./accounts/pepper.ts";
import { audioFolder } from "./recordings/folder-recordings.ts";
import { RecordingsAway } from "./recordings/recordings.ts";
import { StartFailure, type StartProblem } from "./start-problem.ts";
import { openSqliteStore } from "./store/sqlite/sqlite-store.ts";
import { databaseName, databaseRefusal, type Store, type StorePlace } from "./store/store.ts";

/**
 * Runs a step on a data folder and its database. Errors of the system or the database become a `StartProblem` (`data_folder_unusable`,
 * `database_unusable`, `database_unreachable` or `recordings_unusable`): folder, database and bucket are the user's choice, so such errors are not bugs.
 */
export async function onDataFolder<Result>(place: StorePlace, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    const problem = problemOf(place, error);
    throw problem === null ? error : new StartFailure(problem, { cause: error });
  }
}

function problemOf({ dataFolder, database }: StorePlace, error: unknown): StartProblem | null {
  if (error instanceof RecordingsAway) return error.problem;
  const cause = databaseRefusal(error);
  if (cause !== null)
    return database === null
      ? { code: "database_unusable", path: join(dataFolder, databaseName), cause }
      : { code: "database_unreachable", location: database.location, cause };
  if (!isSystemError(error)) return null;
  return { code: "data_folder_unusable", path: errorPath(error) ?? dataFolder, cause: errorCode(error) };
}

/** Whether a service's database, of any version, exists at a place. Makes nothing. */
export async function hasDatabase({ dataFolder, database }: StorePlace): Promise<boolean> {
  if (database === null) return (await realFiles.identify(join(dataFolder, databaseName))) !== null;
  // Loaded only where it is used.
  const { holdsService } = await import("./store/postgres/tables.ts");
  return holdsService(database);
}

/**
 * Refuses to create a service where there are recordings. The recordings belong to another service, whose database is gone or whose database address
 * was forgotten, and the new service would remove them as orphans. Fails with `data_folder_of_others`.
 */
export async function refuseOthersRecordings(place: StorePlace): Promise<void> {
  const { dataFolder, database } = place;
  if (await hasDatabase(place)) return;
  if ((await realFiles.list(join(dataFolder, audioFolder))).length === 0) return;
  const location = database?.location ?? null;
  throw new StartFailure({ code: "data_folder_of_others", path: dataFolder, location });
}

/**
 * Locks a folder for the one process that may use its database: a system lock, released when that process ends, however it ends. Fails with
 * `data_folder_in_use`.
 */
export async function lockFolder(dataFolder: string): Promise<OpenFile> {
  const lock = await realFiles.openAppend(join(dataFolder, lockName));
  await giveToOwner(dataFolder, [lockName]);
  if (lock.tryLock()) return lock;
  await lock.close();
  throw new StartFailure({ code: "data_folder_in_use", path: dataFolder });
}

/** Left where a start was refused. */
export const lockName = "service.lock";

/** The `StartProblem` that an error carries, or null for any other error. */
export function startProblemOf(error: unknown): StartProblem | null {
  if (error instanceof RecordingsAway || error instanceof StartFailure) return error.problem;
  // Of the engine, which packages use as well.
  const isMissing = error instanceof Failure && error.problem.code === "sqlite_missing";
  return isMissing ? (error.problem as StartProblem) : null;
}

/**
 * Opens the database of a service that ran before, with its pepper. Makes nothing. Fails with `data_folder_missing` if no service ever ran there, with
 * `pepper_missing` if the service's database is on a server but the folder belongs to none of the service's processes, or with another `StartProblem`.
 */
export async function openExisting(
  place: StorePlace,
  world: World,
): Promise<{ store: Store; pepper: Pepper }> {
  const { dataFolder, database } = place;
  const names = await realFiles.list(dataFolder);
  if (!(await hasDatabase(place)))
    throw new Failure({ code: "data_folder_missing", folder: dataFolder } as const);
  if (database !== null && !names.includes(pepperName))
    throw new StartFailure({ code: "pepper_missing", path: pepperPath(dataFolder), isShared: true });
  const store = await openStore(place, world);
  try {
    return { store, pepper: await readPepper(dataFolder, store) };
  } catch (error) {
    await store.close().catch(() => undefined);
    throw error;
  }
}

/** Describes a backup, and stands in no other folder. */
export const manifestName = "manifest.json";

/**
 * Opens or creates the database and brings it to this version. A backup is not opened: that would change it. Fails with a `StartProblem` or an error that
 * `databaseRefusal` recognizes.
 */
export async function openStore(
  { dataFolder, database }: StorePlace,
  world: Pick<World, "log">,
): Promise<Store> {
  if ((await realFiles.identify(join(dataFolder, manifestName))) !== null)
    throw new StartFailure({ code: "data_folder_is_backup", path: dataFolder });
  if (database === null) return openSqliteStore(join(dataFolder, databaseName));
  // Loaded only where it is used.
  const { openPostgresStore } = await import("./store/postgres/postgres-store.ts");
  return openPostgresStore(database, world);
}
