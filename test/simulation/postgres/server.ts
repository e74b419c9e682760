import process from "node:process";
import { Session } from "../../../src/ledger/postgres/session.ts";
import { makeTables } from "../../../src/ledger/postgres/tables.ts";
import { readPostgresAddress } from "../../../src/shared/postgres/address.ts";
import { startServer } from "../../ledger/postgres/database/server.ts";
import { RealClient, simulateConnections } from "./client.ts";
import type { DatabaseServer } from "./database.ts";

/** A real server with an empty database, which serves the program's connections until it is stopped. */
export async function startDatabaseServer(): Promise<
  DatabaseServer & { readonly stop: () => Promise<void> }
> {
  const server = await startServer();
  const name = `coursebinder_simulated_${process.pid}`;
  const maker = await connected(server.url);
  await maker.query(`CREATE DATABASE ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  await prepare(url.href);
  const observer = await connected(url.href);
  const leave = simulateConnections();
  return {
    url,
    observer,
    async stop() {
      leave();
      await observer.end();
      await maker.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await maker.end();
      await server.stop();
    },
  };
}

async function connected(url: string): Promise<InstanceType<typeof RealClient>> {
  const client = new RealClient({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Creates the tables like the program, whose own creation of them is tested in `test/ledger/postgres`. */
async function prepare(url: string): Promise<void> {
  const address = readPostgresAddress(url);
  if (address === null) throw new Error("the server's address can't be read");
  const path = "the simulation";
  const session = await Session.open(address, { path, name: path });
  await makeTables(session, path);
  // A planted bug may leave the last statement running.
  await session.query("SELECT 1");
  await session.close();
}
