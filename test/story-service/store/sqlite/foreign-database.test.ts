import { join } from "node:path";
import { expect, test } from "vitest";
import { openSqlite } from "../../../../src/shared/sqlite.ts";
import { openSqliteStore } from "../../../../src/story-service/store/sqlite/sqlite-store.ts";
import { temporaryFolder } from "../../../fixtures.ts";

test("another program's database is refused, and stays unchanged", async () => {
  const { path: folder, dispose } = temporaryFolder();
  try {
    const path = join(folder, "service.db");
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
  } finally {
    await dispose();
  }
});
