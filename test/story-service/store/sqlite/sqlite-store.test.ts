import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { openSqlite } from "../../../../src/shared/sqlite.ts";
import { openSqliteStore } from "../../../../src/story-service/store/sqlite/sqlite-store.ts";
import { type Database, type Store, sql } from "../../../../src/story-service/store/store.ts";
import { deferred } from "../../gated-writer.ts";

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "store-"));
  store = await openSqliteStore(join(folder, "service.db"));
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (database: Database, id: string): Promise<number> =>
  database.run(sql`INSERT INTO accounts (id, settings, created_at) VALUES (${id}, '{}', 0)`);

const idsIn = async (database: Database): Promise<string[]> =>
  (await database.all<{ id: string }>("SELECT id FROM accounts ORDER BY id")).map(({ id }) => id);

/** Lets everything run that could run by now. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("a transaction of the store", () => {
  it("is not seen by others before its end, and what they write is no part of it", async () => {
    const { promise: paused, resolve: end } = deferred<void>();
    const failing = store.write(async (transaction) => {
      await add(transaction, "inside");
      await transaction.write((inner) => add(inner, "inner"));
      expect(await idsIn(transaction)).toEqual(["inner", "inside"]);
      await paused;
      throw new Error("taken back");
    });
    const seen = idsIn(store);
    const others = add(store, "outside");
    await turn();
    end();
    await expect(failing).rejects.toThrow("taken back");
    expect(await seen).toEqual([]);
    expect(await others).toBe(1);
    expect(await idsIn(store)).toEqual(["outside"]);
  });

  it("waits for the one before, however many begin at once, so that none works with what another is changing", async () => {
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

  it("ends before the store is closed", async () => {
    const written = store.write(async (transaction) => {
      await turn();
      await add(transaction, "late");
    });
    await store.close();
    await written;
    store = await openSqliteStore(join(folder, "service.db"));
    expect(await idsIn(store)).toEqual(["late"]);
  });
});

test("another program's database is refused, and stays unchanged", async () => {
  const path = join(folder, "others.db");
  const others = openSqlite(path);
  others.exec("CREATE TABLE marks (name TEXT)");
  others.close();
  await expect(openSqliteStore(path)).rejects.toThrow(
    expect.objectContaining({ problem: { code: "database_of_others", path } }),
  );
  const after = openSqlite(path);
  const tables = after.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  after.close();
  expect(tables).toEqual([{ name: "marks" }]);
});
