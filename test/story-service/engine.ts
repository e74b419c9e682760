import { createHash } from "node:crypto";
import process from "node:process";
import pg from "pg";
import { type PostgresAddress, readPostgresAddress } from "../../src/shared/postgres/address.ts";
import { type Server, startServer } from "../ledger/postgres/database/server.ts";
import { undoAfterFile } from "../undo.ts";

/** The variable that makes every test of the service run on PostgreSQL: `SERVICE_TEST_ENGINE=postgres npx vitest run test/story-service/money.test.ts`. */
let isPostgres = process.env.SERVICE_TEST_ENGINE === "postgres";
let server: Promise<Server> | null = null;
const databases = new Map<string, Promise<PostgresAddress | null>>();

/** Makes the tests of this file run on PostgreSQL. Import the tests after it. */
export function usePostgres(): void {
  isPostgres = true;
}

/** Gives a data folder a database of the caller's; null: none on a server. */
export function putDatabase(dataFolder: string, address: PostgresAddress | null): void {
  databases.set(dataFolder, Promise.resolve(address));
}

/** The database that belongs to a data folder, made on first use; null where the folder holds it itself. */
export async function databaseOf(dataFolder: string): Promise<PostgresAddress | null> {
  if (!isPostgres) return null;
  const known = databases.get(dataFolder) ?? makeDatabase(dataFolder);
  databases.set(dataFolder, known);
  return known;
}

function startForFile(): Promise<Server> {
  const started = startServer();
  undoAfterFile.push(async () => {
    await (await started).stop();
    server = null;
    databases.clear();
  });
  return started;
}

async function makeDatabase(dataFolder: string): Promise<PostgresAddress> {
  server ??= startForFile();
  const { url } = await server;
  const name = `service_${createHash("sha256").update(dataFolder).digest("hex").slice(0, 20)}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
  const own = new URL(url);
  own.pathname = `/${name}`;
  const address = readPostgresAddress(own.href);
  if (address === null) throw new Error("a database of the tests has no address");
  return address;
}
