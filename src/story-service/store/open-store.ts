import { join } from "node:path";
import type { World } from "../../shared/world.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";
import type { Store } from "./store.ts";
import { databaseName, type StorePlace } from "./store-place.ts";

/** Opens or creates the database and brings it to this version. Fails with a `StartProblem` or an error that `databaseRefusal` knows. */
export async function openStore(
  { dataFolder, database }: StorePlace,
  world: Pick<World, "sleep" | "random" | "log">,
): Promise<Store> {
  if (database === null) return openSqliteStore(join(dataFolder, databaseName));
  // Loaded only where it is used.
  const { openPostgresStore } = await import("./postgres/postgres-store.ts");
  return openPostgresStore(database, world);
}
