import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type SqliteTable, sqliteFile } from "../../../src/package/formats/anki/collection.ts";
import { sha256 } from "../../../src/shared/hash.ts";
import { openSqlite } from "../../../src/shared/sqlite.ts";
import { testFolder } from "../fixtures.ts";

const sql = "CREATE TABLE things (id integer primary key, name text, size integer)";
const index = "CREATE INDEX ix_size on things (size)";

function fileOf(things: SqliteTable["rows"]): Promise<Buffer> {
  return sqliteFile([{ name: "things", sql, rows: things }], [index]);
}

/** The rows that SQLite reads from the file by table and by index, and the result of its integrity check. */
async function readBack(bytes: Buffer) {
  const path = join(await testFolder(), "file.db");
  await writeFile(path, bytes);
  const database = openSqlite(path);
  try {
    const rows = (query: string) => database.prepare(query).all<object>().map(Object.values);
    return {
      integrity: rows("PRAGMA integrity_check"),
      unused: rows("PRAGMA freelist_count"),
      things: rows("SELECT id, name, size FROM things ORDER BY id"),
      bySize: rows("SELECT id FROM things INDEXED BY ix_size WHERE size > -1 ORDER BY size, id"),
    };
  } finally {
    database.close();
  }
}

describe("a database file", () => {
  test.each([0, 1, 30_000])(
    "of %i rows is intact, without unused pages, and contains the given rows",
    async (count) => {
      const things = Array.from({ length: count }, (_, place) => [
        1_300_000_000_000 + place * 7,
        `thing é ${place} ${"x".repeat(place === 3 ? 100_000 : place % 300)}`,
        place,
      ]);
      const { integrity, unused, things: read, bySize } = await readBack(await fileOf(things));
      expect(integrity).toEqual([["ok"]]);
      expect(unused).toEqual([[0]]);
      expect(read).toEqual(things);
      expect(bySize).toEqual(things.map(([id]) => [id]));
    },
  );

  test("stores numeric text in a numeric column as a number, like Anki's own database", async () => {
    const { things } = await readBack(
      await sqliteFile([{ name: "things", sql, rows: [[1, "7", "42"]] }], [index]),
    );
    expect(things).toEqual([[1, "7", 42]]);
  });

  // The hash changes if a new version of SQLite lays out pages differently. Every package with words then changes once, which the release notes must
  // say.
  test("has the same bytes on every machine", async () => {
    const things = Array.from({ length: 2_000 }, (_, place) => [
      place + 1,
      `thing ${place}`,
      (place * 7) % 10,
    ]);
    const file = await fileOf(things);
    expect((await fileOf(things)).equals(file)).toBe(true);
    // The change counters, and the version of SQLite.
    expect([24, 92, 96].map((at) => file.readUInt32BE(at))).toEqual([1, 1, 3_040_001]);
    expect([sha256(file), file.length]).toEqual([
      "2be51772572bd0d76313d03d167ee64f067a84721df583f6bb7b4a1fc142188b",
      73_728,
    ]);
  });
});
