import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import Database from "libsql";
import { describe, expect, test } from "vitest";
import { type SqliteTable, sqliteFile } from "../../src/package/anki/sqlite-file.ts";
import type { SqliteValue } from "../../src/package/anki/sqlite-record.ts";
import { testFolder } from "./rig.ts";

const sql = "CREATE TABLE things (id integer primary key, name text, size)";
const index = {
  name: "ix_size",
  table: "things",
  sql: "CREATE INDEX ix_size on things (size)",
  columns: [2],
};

interface Thing {
  readonly id: number;
  readonly name: string | null;
  readonly size: number;
}

function fileOf(things: readonly Thing[]): Buffer {
  const rows = things.map(({ id, name, size }) => ({ id, values: [null, name, size] as SqliteValue[] }));
  const table: SqliteTable = { name: "things", sql, rows };
  return sqliteFile([table], [index]);
}

/** What SQLite itself reads from the file, through the table and through the index, and finds wrong with it. */
async function readBySqlite(bytes: Buffer) {
  const path = join(await testFolder(), "file.db");
  await writeFile(path, bytes);
  const database = new Database(path, { readonly: true });
  try {
    const all = (query: string) => database.prepare(query).all() as Thing[];
    return {
      integrity: database.pragma("integrity_check"),
      things: all("SELECT id, name, size FROM things ORDER BY id"),
      bySize: all(
        "SELECT id, name, size FROM things INDEXED BY ix_size WHERE size > -1e300 ORDER BY size, id",
      ),
    };
  } finally {
    database.close();
  }
}

async function holds(things: readonly Thing[]): Promise<void> {
  const { integrity, things: read, bySize } = await readBySqlite(fileOf(things));
  expect(integrity).toEqual([{ integrity_check: "ok" }]);
  expect(read).toEqual(things);
  expect(bySize).toEqual([...things].sort((a, b) => a.size - b.size || a.id - b.id));
}

describe("a database file of our own making", () => {
  test("is read by SQLite with nothing to complain of, empty or with pages above pages", async () => {
    await holds([]);
    await holds([{ id: 1, name: "", size: 0 }]);
    const many = Array.from({ length: 30_000 }, (_, place) => ({
      id: 1_300_000_000_000 + place * 7,
      name: `thing ${place} ${"x".repeat(place % 300)}`,
      size: (place * 7_919) % 10_007,
    }));
    await holds(many);
  });

  test("keeps texts of every length around the size of a page", async () => {
    const lengths = [4_040, 4_050, 4_060, 4_070, 4_096, 8_140, 8_190, 12_300, 100_000];
    await holds(
      lengths.map((length, place) => ({ id: place + 1, name: "é".repeat(length / 2), size: 3 - place })),
    );
    await holds(
      Array.from({ length: 60 }, (_, place) => ({ id: place + 1, name: "y".repeat(4_030 + place), size: 5 })),
    );
  });

  test("keeps whatever numbers and texts it is given", async () => {
    const thing = fc.record({
      name: fc.option(fc.string({ unit: "grapheme", maxLength: 400 })),
      // Whole numbers alone: SQLite knows no zero below zero.
      size: fc.maxSafeInteger().map((size) => size || 0),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(thing, { maxLength: 80 }), async (things) =>
        holds(
          things.map((each, place) => ({
            id: place + 1,
            ...each,
            name: each.name?.replaceAll("\0", "") ?? null,
          })),
        ),
      ),
      { numRuns: 25, seed: 7 },
    );
  });
});
