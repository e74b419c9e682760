import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openSqlite } from "../../../../src/shared/sqlite.ts";
import { framesIn, rewriteLog } from "../../../../src/story-service/store/sqlite/rewrite-log.ts";
import { tempFolder, undo } from "../../fixtures.ts";

async function written() {
  const path = join(await tempFolder(), "x.db");
  const database = openSqlite(path);
  undo.push(async () => {
    database.close();
  });
  database.exec("PRAGMA journal_mode = WAL");
  database.exec("CREATE TABLE t (x)");
  for (let n = 0; n < 20; n += 1) database.exec(`INSERT INTO t VALUES ('${"x".repeat(900)}')`);
  const [{ log } = { log: 0 }] = database.prepare("PRAGMA wal_checkpoint(PASSIVE)").all<{ log: number }>();
  return { database, log: `${path}-wal`, frames: log };
}

describe("a write-ahead log after a failed sync", () => {
  it("has the frames that SQLite counts, and is the same after it was rewritten", async () => {
    const { database, log, frames } = await written();
    const before = readFileSync(log);
    expect(frames).toBeGreaterThan(20);
    expect(framesIn(before)).toBe(frames);
    await rewriteLog(database, log);
    expect(readFileSync(log).equals(before)).toBe(true);
    database.exec("INSERT INTO t VALUES ('more')");
    expect(database.prepare("SELECT COUNT(*) AS n FROM t").all()).toMatchObject([{ n: 21 }]);
    expect(database.prepare("PRAGMA integrity_check").all()).toMatchObject([{ integrity_check: "ok" }]);
  });

  it("is not trusted if a single bit of it has changed", async () => {
    const { database, log, frames } = await written();
    const damaged = readFileSync(log);
    const at = damaged.length - 2_000;
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    writeFileSync(log, damaged);
    expect(framesIn(damaged)).toBeLessThan(frames);
    await expect(rewriteLog(database, log)).rejects.toThrow("does not read as it was written");
    // No transaction is left open.
    database.exec("BEGIN; COMMIT");
  });
});
