import pg from "pg";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { ledgerName } from "../../../src/ledger/format/identity.ts";
import type { PostgresLedgerOptions } from "../../../src/ledger/postgres/postgres-ledger.ts";
import { openPostgresLedger } from "../../../src/ledger/postgres/postgres-ledger.ts";
import type { LedgerStore } from "../../../src/ledger/store.ts";
import { realFiles } from "../../../src/shared/files/real-files.ts";
import { type PostgresAddress, readPostgresAddress } from "../../../src/shared/postgres/address.ts";
import { at, identity } from "../fixtures.ts";
import { type Server, startServer } from "./database/server.ts";

/** A password that is in the address of every test's database. */
export const password = "only-for-tests";

/** One server for the tests of a file. */
export function useServer(): { readonly url: () => string } {
  let server: Server | null = null;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server?.stop());
  return {
    url() {
      if (server === null) throw new Error("the server runs only while tests do");
      return server.url;
    },
  };
}

/** A database of one test. */
export interface Database {
  readonly url: string;
  readonly address: PostgresAddress;
  /** The rows of a statement, on a connection of its own. */
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
}

let databases = 0;

/** A new database, dropped when the test is over, whoever still uses it. */
export async function freshDatabase(serverUrl: string): Promise<Database> {
  databases += 1;
  const name = `coursebinder_test_${process.pid}_${databases}`;
  await queryAt(serverUrl, `CREATE DATABASE ${name}`);
  onTestFinished(async () => {
    await queryAt(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    address: addressOf(url.href),
    query: (text, values) => queryAt(url.href, text, values),
  };
}

/** The rows of a statement on the database at an address, on a connection of its own. */
async function queryAt(url: string, text: string, values: readonly unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows;
  } finally {
    await client.end();
  }
}

export function addressOf(url: string): PostgresAddress {
  const address = readPostgresAddress(url);
  if (address === null) throw new Error("the test's own address can't be read");
  return address;
}

/** Opens a ledger as a run does, with a clock that stands still. It is closed with the test, if not before. */
export async function openIn(
  { address }: Pick<Database, "address">,
  opening: Partial<PostgresLedgerOptions> = {},
): Promise<LedgerStore> {
  const ledger = await openPostgresLedger({
    address,
    name: ledgerName(opening.identity ?? identity),
    identity,
    mustExist: false,
    holder: "the first run",
    files: realFiles,
    world: { now: () => Date.parse(at), monotonic: hourly, random: Math.random, sleep },
    ...opening,
  });
  onTestFinished(() => ledger.close());
  return ledger;
}

let hours = 0;

/** A monotonic clock that has gone on by an hour whenever it is read: nobody waits for what a suspended holder might still send. */
export function hourly(): number {
  hours += 1;
  return hours * 3_600_000;
}

/** Waits as the real world does. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
