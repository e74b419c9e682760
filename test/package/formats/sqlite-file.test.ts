import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256 } from "../../../src/shared/hash.ts";
import { openSqlite } from "../../../src/shared/sqlite.ts";
import { testFolder } from "../fixtures.ts";
import { longCourse } from "../torture/torture-course.ts";
import { ankiOf } from "./anki-fixtures.ts";

// The hash changes if a new version of SQLite lays out pages differently. Every package with words then changes once, which the release notes must say.
test("a collection is an intact database without unused pages, which has the same bytes on every machine", async () => {
  const { files } = await ankiOf(longCourse(20), "es-4");
  const file = files.get("collection.anki2") ?? Buffer.alloc(0);
  const path = join(await testFolder(), "file.db");
  await writeFile(path, file);
  const database = openSqlite(path);
  try {
    const rows = (query: string) => database.prepare(query).all<object>().map(Object.values);
    expect(rows("PRAGMA integrity_check")).toEqual([["ok"]]);
    expect(rows("PRAGMA freelist_count")).toEqual([[0]]);
    expect(rows("SELECT count(*) FROM notes INDEXED BY ix_notes_csum WHERE csum > 0")).toEqual([[10]]);
  } finally {
    database.close();
  }
  // The change counters, and the version of SQLite.
  expect([24, 92, 96].map((at) => file.readUInt32BE(at))).toEqual([1, 1, 3_040_001]);
  expect(sha256(file)).toBe("a465a8df6c561425815052b81b58c55b27d5b1c6a5498c0fcff17e2eb21f22c6");
});
