import { join } from "node:path";
import { Failure } from "../shared/failure.ts";
import { realFiles } from "../shared/files/real-files.ts";
import type { World } from "../shared/world.ts";
import { type Pepper, pepperName, pepperPath, readPepper } from "./accounts/pepper.ts";
import { hasDatabase } from "./data-folder.ts";
import { StartFailure } from "./start-problem.ts";
import { openSqliteStore } from "./store/sqlite/sqlite-store.ts";
import { databaseName, type Store, type StorePlace } from "./store/store.ts";

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

/** Opens or creates the database and brings it to this version. Fails with a `StartProblem` or an error that `databaseRefusal` recognizes. */
export async function openStore(
  { dataFolder, database }: StorePlace,
  world: Pick<World, "log">,
): Promise<Store> {
  if (database === null) return openSqliteStore(join(dataFolder, databaseName));
  // Loaded only where it is used.
  const { openPostgresStore } = await import("./store/postgres/postgres-store.ts");
  return openPostgresStore(database, world);
}
