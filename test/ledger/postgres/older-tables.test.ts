import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readPostgresLedger } from "../../../src/ledger/postgres/postgres-ledger.ts";
import { Session } from "../../../src/ledger/postgres/session.ts";
import { identity, linesOf, problemOf } from "../fixtures.ts";
import { everyEvent, id, intended } from "../format/histories.ts";
import { type Database, freshDatabase, openIn, useServer } from "./fixtures.ts";

const server = useServer();
const first = join(import.meta.dirname, "../../../src/ledger/postgres/migrations/1.sql");
const lines = linesOf(everyEvent).map((line) => line.toString().trimEnd());

/** A database as versions of before left it: with a ledger of every type of event, and with another course's, which is empty. */
async function olderDatabase(): Promise<Database> {
  const database = await freshDatabase(server.url());
  await database.query(`CREATE SCHEMA coursebinder; ${readFileSync(first, "utf8")}`);
  for (const name of [identity.course, "other"])
    await database.query("INSERT INTO coursebinder.ledgers VALUES ($1, 4, 'an older run')", [name]);
  for (const line of lines) {
    const { seq, hash, at, type } = JSON.parse(line);
    await database.query(
      "INSERT INTO coursebinder.events (ledger, seq, hash, line, recorded_at, at, type) VALUES ($1, $2, $3, $4, now(), $5, $6)",
      [identity.course, seq, hash, line, at, type],
    );
  }
  return database;
}

const linesIn = async (database: Database) =>
  (await database.query("SELECT line FROM coursebinder.events ORDER BY seq")).map(({ line }) => line);

it("the tables of before are brought to this version by a run: each line stays as it was, folds to the same state, and is gone on with", async () => {
  const database = await olderDatabase();
  const before = await readPostgresLedger(database.address, identity.course);
  expect(String(before?.lines)).toBe(lines.map((line) => `${line}\n`).join(""));
  expect(await database.query("SELECT version FROM coursebinder.format")).toEqual([{ version: 1 }]);
  const ledger = await openIn(database);
  const path = ledger.location;
  expect(ledger.notices).toMatchObject([{ code: "ledger_tables_migrated", path }]);
  expect(await linesIn(database)).toEqual(lines);
  expect(ledger.state).toEqual(before?.state);
  await ledger.append(intended({ job: "market.es.2", attempt: id(0xc1) }));
  await ledger.close();
  const again = await openIn(database);
  expect(again.notices).toEqual([]);
  expect(again.events).toHaveLength(lines.length + 1);
  expect(await database.query("SELECT version FROM coursebinder.format")).toEqual([{ version: 2 }]);
  const columns = await database.query(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'coursebinder' AND table_name = 'events'",
  );
  expect(columns.map(({ name }) => name).sort()).toEqual([
    "hash",
    "ledger",
    "line",
    "recorded_at",
    "seq",
    "type",
  ]);
});

it("they are left alone while a run of before holds any ledger in them, whose outcomes could not be recorded any more", async () => {
  const database = await olderDatabase();
  const held = await Session.open(database.address, { path: "", name: "an older run" });
  onTestFinished(() => held.close());
  expect(await held.tryLock("other")).toBe(true);
  expect(await problemOf(openIn(database))).toMatchObject({ code: "ledger_held", holder: "an older run" });
  expect(await database.query("SELECT version FROM coursebinder.format")).toEqual([{ version: 1 }]);
  await held.close();
  await openIn(database);
});
