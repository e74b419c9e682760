import { join } from "node:path";
import Database from "libsql";
import { expect, test } from "vitest";
import { openSqliteStore } from "../../../../src/story-service/store/sqlite/sqlite-store.ts";
import { temporaryFolder } from "../../../fixtures.ts";

test("another program's database is refused, and stays unchanged", async () => {
  const { path: folder, dispose } = temporaryFolder();
  try {
    const path = join(folder, "service.db");
    const others = new Database(path);
    others.exec("CREATE TABLE marks (name TEXT)");
    others.close();
    expect(() => openSqliteStore(path)).toThrow(
      expect.objectContaining({ problem: { code: "database_of_others", path } }),
    );
    const after = new Database(path, { readonly: true });
    const tables = after.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
    after.close();
    expect(tables).toEqual(["marks"]);
  } finally {
    await dispose();
  }
});
