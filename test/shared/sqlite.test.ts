import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSqlite, type Sqlite } from "../../src/shared/sqlite.ts";
import { temporaryFolder } from "../fixtures.ts";
import { undo } from "../undo.ts";

function folder(): string {
  const { path, dispose } = temporaryFolder();
  undo.push(dispose);
  return path;
}

function opened(): Sqlite {
  const database = openSqlite(join(folder(), "words.db"));
  undo.push(async () => database.close());
  database.exec("CREATE TABLE words (word TEXT UNIQUE, count INTEGER, note TEXT); BEGIN; COMMIT");
  return database;
}

const refusal = (code: string) => expect.objectContaining({ name: "SqliteError", code });

it("binds and returns texts, numbers and nulls, and counts changed rows", () => {
  const database = opened();
  const insert = database.prepare("INSERT INTO words VALUES (?, ?, ?)");
  expect(insert.run(["naïve", Number.MAX_SAFE_INTEGER, null])).toBe(1);
  expect(insert.run(["two", -1, "n"])).toBe(1);
  expect(database.prepare("UPDATE words SET note = ?").run([null])).toBe(2);
  expect(database.prepare("SELECT * FROM words WHERE note IS ?").all([null])).toEqual([
    { word: "naïve", count: Number.MAX_SAFE_INTEGER, note: null },
    { word: "two", count: -1, note: null },
  ]);
  expect(database.prepare("DELETE FROM words WHERE count > 9").run()).toBe(1);
});

it("reports refusals by the same codes, whichever SQLite it is", () => {
  const database = opened();
  const insert = () => database.exec("INSERT INTO words VALUES ('one', 1, '')");
  insert();
  expect(insert).toThrow(refusal("SQLITE_CONSTRAINT"));
  expect(() => database.prepare("SELECT nothing FROM words")).toThrow(refusal("SQLITE_1"));
  expect(() => openSqlite(join(folder(), "missing", "words.db"))).toThrow(refusal("SQLITE_CANTOPEN"));
  const other = join(folder(), "other.db");
  writeFileSync(other, "This file is not a database. ".repeat(100));
  const foreign = openSqlite(other);
  undo.push(async () => foreign.close());
  expect(() => foreign.prepare("PRAGMA user_version").all()).toThrow(refusal("SQLITE_NOTADB"));
});

it("refuses at once what another connection has locked", () => {
  const path = join(folder(), "words.db");
  const [one, other] = [openSqlite(path), openSqlite(path)];
  undo.push(async () => {
    one.close();
    other.close();
  });
  one.exec("BEGIN IMMEDIATE");
  expect(() => other.exec("BEGIN IMMEDIATE")).toThrow(refusal("SQLITE_BUSY"));
  one.exec("ROLLBACK");
  other.exec("BEGIN IMMEDIATE; ROLLBACK");
});
