import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { readPostgresAddress } from "../../../src/shared/postgres/address.ts";
import { openSqlite } from "../../../src/shared/sqlite.ts";
import { openPostgresStore } from "../../../src/story-service/store/postgres/postgres-store.ts";
import { openSqliteStore } from "../../../src/story-service/store/sqlite/sqlite-store.ts";
import {
  type Database,
  DatabaseError,
  databaseRefusal,
  isAwayForNow,
  type Store,
  sql,
} from "../../../src/story-service/store/store.ts";
import { freePort } from "../../free-port.ts";
import { type Server, startServer } from "../../ledger/postgres/database/server.ts";
import { freshDatabase, password, type Database as TestDatabase } from "../../ledger/postgres/fixtures.ts";
import { handWorld } from "../fixtures.ts";
import { deferred } from "../gated-writer.ts";

let server: Server;
let database: TestDatabase;
let path: string;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server.stop());

beforeEach(async () => {
  database = await freshDatabase(server.url);
  const folder = mkdtempSync(join(tmpdir(), "store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  path = join(folder, "service.db");
});

/** A store on the test's database, as each process of a service has its own. */
async function open(engine: "SQLite" | "PostgreSQL" = "PostgreSQL"): Promise<Store> {
  const store = await (engine === "SQLite"
    ? openSqliteStore(path)
    : openPostgresStore(database.address, handWorld()));
  onTestFinished(() => store.close());
  return store;
}

const add = (on: Database, id: string): Promise<number> =>
  on.run(sql`INSERT INTO accounts (id, settings, created_at) VALUES (${id}, '{}', 0)`);

const idsIn = async (on: Database): Promise<string[]> =>
  (await on.all<{ id: string }>("SELECT id FROM accounts ORDER BY id")).map(({ id }) => id);

/** Lets everything run that could run by now. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Resolves once some session of the database waits for a lock. */
async function someoneWaits(): Promise<void> {
  const waiting =
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  while ((await database.query(waiting)).length === 0) await turn();
}

describe.each(["SQLite", "PostgreSQL"] as const)("a transaction on %s", (engine) => {
  it("is done or taken back as a whole, with inner ones, and is not seen before its end", async () => {
    const store = await open(engine);
    const { promise: paused, resolve: end } = deferred<void>();
    // What is written outside it may be there at once, or only after it.
    const isOfTransaction = (id: string) => id !== "outside";
    const failing = store.write(async (transaction) => {
      await add(transaction, "inside");
      await transaction.write((inner) => add(inner, "inner"));
      expect((await idsIn(transaction)).filter(isOfTransaction)).toEqual(["inner", "inside"]);
      await paused;
      throw new Error("taken back");
    });
    const seen = idsIn(store);
    const others = add(store, "outside");
    await turn();
    end();
    await expect(failing).rejects.toThrow("taken back");
    expect((await seen).filter(isOfTransaction)).toEqual([]);
    expect(await others).toBe(1);
    expect(await idsIn(store)).toEqual(["outside"]);
  });
});

describe("a transaction on SQLite", () => {
  it("waits for the one before, however many begin at once, so that none works with what another is changing", async () => {
    const store = await open("SQLite");
    await store.run("INSERT INTO configured VALUES ('counter', 0)");
    const count = () =>
      store.write(async (transaction) => {
        const row = await transaction.get<{ value: number }>("SELECT value FROM configured");
        await turn();
        await transaction.run(sql`UPDATE configured SET value = ${(row?.value ?? 0) + 1}`);
      });
    await Promise.all(Array.from({ length: 50 }, count));
    expect(await store.get("SELECT value FROM configured")).toEqual({ value: 50 });
  });

  it("does nothing after a statement for which the disk was full, even if others were given with it", async () => {
    const store = await open("SQLite");
    const page = await store.get<{ page_count: number }>("PRAGMA page_count");
    await store.all(`PRAGMA max_page_count = ${page?.page_count}`);
    const full = store.write((transaction) =>
      Promise.all([add(transaction, "long".repeat(10_000)), add(transaction, "short")]),
    );
    await expect(full).rejects.toMatchObject({ code: "SQLITE_FULL" });
    expect(await idsIn(store)).toEqual([]);
  });

  it("ends before the store is closed", async () => {
    const store = await openSqliteStore(path);
    const written = store.write(async (transaction) => {
      await turn();
      await add(transaction, "late");
    });
    await store.close();
    await written;
    expect(await idsIn(await open("SQLite"))).toEqual(["late"]);
  });
});

it("a store is refused where another program has its tables, which stay unchanged", async () => {
  const others = openSqlite(path);
  others.exec("CREATE TABLE marks (name TEXT)");
  others.close();
  await expect(open("SQLite")).rejects.toMatchObject({ problem: { code: "database_of_others", path } });
  const after = openSqlite(path);
  const tables = after.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  after.close();
  expect(tables).toEqual([{ name: "marks" }]);
  await database.query("CREATE SCHEMA story_service CREATE TABLE marks (name text)");
  await expect(open()).rejects.toMatchObject({ problem: { code: "database_of_others" } });
  expect(await database.query("SELECT * FROM story_service.marks")).toEqual([]);
});

describe("a store on PostgreSQL", () => {
  it("shares its database with ledgers and other programs, whose tables stay as they are", async () => {
    await database.query("CREATE TABLE accounts (name text)");
    await add(await open(), "ann");
    expect(await database.query("SELECT * FROM accounts")).toEqual([]);
  });

  it("is refused if a later version wrote it", async () => {
    await open();
    await database.query("UPDATE story_service.format SET version = 1000");
    await expect(open()).rejects.toMatchObject({ problem: { code: "data_folder_too_new", version: 1000 } });
  });

  it("gives 64-bit numbers and sums as numbers", async () => {
    const store = await open();
    await store.run(sql`INSERT INTO configured VALUES ('a', ${Number.MAX_SAFE_INTEGER - 1}), ('b', 1)`);
    expect(await store.get("SELECT SUM(value) AS sum FROM configured")).toEqual({
      sum: Number.MAX_SAFE_INTEGER,
    });
  });

  it("finds nothing under a text with a zero character, which PostgreSQL does not know", async () => {
    expect(await (await open()).get(sql`SELECT 1 FROM accounts WHERE id = ${"a\0b"}`)).toBeUndefined();
  });

  it("names the reason of a refusal, never the address with its password", async () => {
    const address = readPostgresAddress(
      `postgres://coursebinder:${password}@127.0.0.1:${await freePort()}/x`,
    );
    if (address === null) throw new Error("no address");
    const error: unknown = await openPostgresStore(address, handWorld()).catch((caught: unknown) => caught);
    expect(databaseRefusal(error)).toBe("ECONNREFUSED");
    expect(inspect(error, { depth: null })).not.toContain(password);
  });
});

describe("a transaction on PostgreSQL", () => {
  it("is refused as a whole if one of its statements failed, even if somebody caught that", async () => {
    const store = await open();
    const swallowing = store.write(async (transaction) => {
      await add(transaction, "ann");
      await add(transaction, "ann").catch(() => 0);
    });
    await expect(swallowing).rejects.toThrow();
    expect(await idsIn(store)).toEqual([]);
  });

  it.each([
    ["an account", { account: "ann" }],
    ["the start", "start"],
    ["the free budget", "free budget"],
  ] as const)(
    "that locks %s waits for another process's, and then sees what that one wrote",
    async (_, lock) => {
      const [one, other] = [await open(), await open()];
      await add(one, "ann");
      const { promise: opened, resolve: letGo } = deferred<void>();
      const locked = deferred<void>();
      const first = one.write(async (transaction) => {
        await transaction.lock(lock);
        locked.resolve();
        await opened;
        await add(transaction, "ben");
      });
      await locked.promise;
      const second = other.write(async (transaction) => {
        await transaction.lock(lock);
        return idsIn(transaction);
      });
      await someoneWaits();
      letGo();
      await first;
      expect(await second).toEqual(["ann", "ben"]);
    },
  );

  it("that the server ends because two wait for each other did nothing, and counts as a database that is away for now", async () => {
    const [one, other] = [await open(), await open()];
    await one.run("INSERT INTO configured VALUES ('a', 0), ('b', 0)");
    let locked = 0;
    const both = deferred<void>();
    const raise = (store: Store, names: readonly [string, string]) =>
      store.write(async (transaction) => {
        await transaction.run(sql`UPDATE configured SET value = value + 1 WHERE name = ${names[0]}`);
        locked += 1;
        if (locked === 2) both.resolve();
        await both.promise;
        await transaction.run(sql`UPDATE configured SET value = value + 1 WHERE name = ${names[1]}`);
      });
    const ends = await Promise.allSettled([raise(one, ["a", "b"]), raise(other, ["b", "a"])]);
    const [ended] = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    expect(isAwayForNow(ended)).toBe(true);
    // Whether a commit that is answered so took effect is unknown.
    expect(isAwayForNow(new DatabaseError("40003", { isUndone: true, cause: null }))).toBe(false);
    expect(await one.all("SELECT value FROM configured")).toEqual([{ value: 1 }, { value: 1 }]);
  });

  it("whose connection ends before its commit did nothing, and the store goes on", async () => {
    const store = await open();
    const failing = store.write(async (transaction) => {
      await add(transaction, "lost");
      await database.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      );
      await add(transaction, "too late");
    });
    await expect(failing).rejects.toMatchObject({ name: "DatabaseError", isUndone: true });
    await store.write((transaction) => add(transaction, "next"));
    expect(await idsIn(store)).toEqual(["next"]);
  });
});
