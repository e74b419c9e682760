import { readPostgresLedger } from "../../../src/ledger/postgres/postgres-ledger.ts";
import { identity } from "../fixtures.ts";
import { describeStore, type Place } from "../store-contract.ts";
import { freshDatabase, openIn, useServer } from "./fixtures.ts";

const server = useServer();

describeStore("PostgreSQL", async (): Promise<Place> => {
  const database = await freshDatabase(server.url());
  const { course } = identity;
  const lines = async (): Promise<string[]> => {
    const rows = await database.query("SELECT line FROM coursebinder.events WHERE ledger = $1 ORDER BY seq", [
      course,
    ]);
    return rows.map(({ line }) => String(line));
  };
  return {
    open: (opening) => openIn(database, opening),
    read: () => readPostgresLedger(database.address, course),
    lines,
    tamper: async (number, change) => {
      const line = change((await lines())[number - 1] ?? "");
      await database.query("UPDATE coursebinder.events SET line = $1 WHERE seq = $2", [line, number]);
    },
  };
});
