import { join } from "node:path";
import type { PostgresAddress } from "../../shared/postgres/address.ts";
import type { World } from "../../shared/world.ts";
import { databaseName } from "../data-folder.ts";
import { openSqliteStore } from "./sqlite/sqlite-store.ts";
import type { Store } from "./store.ts";

/** Where a service keeps what is durable. */
export interface StorePlace {
  /** Holds the pepper, the recordings and, without a `database`, the database's file. */
  readonly dataFolder: string;
  /** The database on a PostgreSQL server, which several processes can share; null: a file of this process in the folder. */
  readonly database: PostgresAddress | null;
}

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
