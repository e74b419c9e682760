import type { PostgresAddress } from "../../shared/postgres/address.ts";

/** Where a service keeps what is durable. */
export interface StorePlace {
  /** Holds the pepper, the recordings unless they are in a bucket, and, without a `database`, the database's file. */
  readonly dataFolder: string;
  /** The database on a PostgreSQL server, which several processes can share; null: a file of this process in the folder. */
  readonly database: PostgresAddress | null;
}

/** The database's file in a data folder. */
export const databaseName = "service.db";
