import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqliteStore } from "../../../../src/story-service/store/sqlite/sqlite-store.ts";
import type { Database, Store } from "../../../../src/story-service/store/store.ts";

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
  database.run("INSERT INTO accounts (id, settings, created_at) VALUES (?, '{}', 0)", id);

const idsIn = async (database: Database): Promise<string[]> =>
  (await database.all<{ id: string }>("SELECT id FROM accounts ORDER BY id")).map(({ id }) => id);

/** Lets everything run that could run by now. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("a transaction of the store", () => {
  it("is not seen by others before its end, and what they write is no part of it", async () => {
    let end: () => void = () => undefined;
    const paused = new Promise<void>((resolve) => {
      end = resolve;
    });
    const failing = store.write(async (transaction) => {
      await add(transaction, "inside");
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
        await transaction.run("UPDATE configured SET value = ?", (row?.value ?? 0) + 1);
      });
    await Promise.all(Array.from({ length: 50 }, count));
    expect(await store.get("SELECT value FROM configured")).toEqual({ value: 50 });
  });

  it("takes back what an inner one wrote too, and the next one is not affected", async () => {
    const failing = store.write(async (transaction) => {
      await transaction.write((inner) => add(inner, "inner"));
      expect(await idsIn(transaction)).toEqual(["inner"]);
      throw new Error("taken back");
    });
    const next = store.write((transaction) => add(transaction, "next"));
    await expect(failing).rejects.toThrow("taken back");
    await next;
    expect(await idsIn(store)).toEqual(["next"]);
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

  it("counts as written from its end on: who settles during it does not wait for it, and who settles after it does", async () => {
    let end: () => void = () => undefined;
    const paused = new Promise<void>((resolve) => {
      end = resolve;
    });
    const writing = store.write(async (transaction) => {
      transaction.touch("reader");
      await add(transaction, "reader");
      await paused;
    });
    await store.settled("reader");
    end();
    await writing;
    let isSettled = false;
    const settling = store.settled("reader").then(() => {
      isSettled = true;
    });
    await Promise.resolve();
    expect(isSettled).toBe(false);
    await settling;
    expect(isSettled).toBe(true);
  });
});
