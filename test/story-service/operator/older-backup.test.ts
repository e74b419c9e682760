import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSqlite, type Sqlite } from "../../../src/shared/sqlite.ts";
import { restoreBackup } from "../../../src/story-service/backup.ts";
import { latestVersion, migrationTo } from "../../../src/story-service/store/migrations.ts";
import { spread } from "../../share.ts";
import { databaseOf } from "../engine.ts";
import {
  type Fixture,
  handWorld,
  plainStory,
  query,
  spokenStory,
  startRig,
  tempFolder,
} from "../fixtures.ts";

/** The tables of the first versions, in an order in which each refers only to those before it. */
const tables = "accounts credentials bearers stories books movements funds paid_starts jobs".split(" ");

type Row = Record<string, string | number | null>;

/** A database with the tables of a version, as that version made them. */
function databaseOfVersion(path: string, version: number): Sqlite {
  const database = openSqlite(path);
  for (let next = 1; next <= version; next += 1) database.exec(migrationTo(next, "sqlite"));
  database.exec(`PRAGMA user_version = ${version}`);
  return database;
}

/** What a service has now, as far as a version had tables and columns for it. */
async function rowsFor(old: Sqlite, version: number, dataFolder: string) {
  const found: { table: string; row: Row }[] = [];
  for (const table of tables) {
    const columnsOf = old.prepare(`SELECT name FROM pragma_table_info('${table}')`);
    const columns = columnsOf.all<{ name: string }>().map(({ name }) => name);
    if (columns.length === 0) continue;
    for (const row of await query<Row>(dataFolder, `SELECT * FROM ${table} ORDER BY 1, 2`)) {
      // PostgreSQL's credentials have a column for what SQLite has in every table.
      const kept = Object.entries(row).filter(([name]) => columns.includes(name) || name === "rowid");
      // Columns of before, which have no nulls.
      const before = Object.entries({ withdrawn: 0, due_at: Number(row.created_at) + 1_000 });
      const gone = before.filter(([name]) => columns.includes(name));
      const whole: Row = { ...Object.fromEntries(gone), ...Object.fromEntries(kept) };
      // As under a pepper that an earlier version has added.
      if (table === "bearers" && version < 13) whole.hash = `0123456789ab.${whole.hash}`;
      // The name of its recording was then that of the book.
      if (table === "books" && whole.recording !== undefined) whole.recording = null;
      found.push({ table, row: whole });
    }
  }
  const credential_id = found.find(({ table }) => table === "credentials")?.row.id ?? null;
  if (old.prepare("SELECT 1 FROM sqlite_master WHERE name = 'cap_use'").all().length > 0)
    found.push({ table: "cap_use", row: { credential_id, cap_month: "2026-03", credits: 38 } });
  return found;
}

/** A backup as a service of an older version made it. */
async function olderBackup({ dataFolder }: Fixture, version: number): Promise<string> {
  const backup = join(await tempFolder(), "older");
  await mkdir(backup);
  await copyFile(join(dataFolder, "pepper"), join(backup, "pepper"));
  const isSqlite = (await databaseOf(dataFolder)) === null;
  const name = isSqlite ? "service.db" : "tables.jsonl";
  const old = databaseOfVersion(isSqlite ? join(backup, name) : ":memory:", version);
  const rows = await rowsFor(old, version, dataFolder);
  expect(rows.length).toBeGreaterThan(10);
  if (isSqlite) {
    for (const { table, row } of rows) {
      const places = Object.keys(row).map(() => "?");
      old
        .prepare(`INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${places.join(", ")})`)
        .run(Object.values(row));
    }
  } else {
    await writeFile(join(backup, name), rows.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }
  old.close();
  const files: Record<string, object> = {};
  for (const file of [name, "pepper"]) {
    const bytes = await readFile(join(backup, file));
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    files[file] = { bytes: bytes.length, sha256 };
  }
  const manifest = {
    format: "coursebinder service backup 1",
    at: "2026-03-10T12:00:00.000Z",
    engine: isSqlite ? "sqlite" : "postgres",
    version,
    files,
  };
  await writeFile(join(backup, "manifest.json"), JSON.stringify(manifest));
  return backup;
}

/** Those before this one, from the first that ran on both engines. */
const olderVersions = spread(
  Array.from({ length: latestVersion - 4 }, (_, step) => step + 4),
  3,
);

it.each(olderVersions)(
  "a backup of an older version of version %i is restored, and the next start brings it to this one: keys open it, books balance, and work goes on",
  async (version) => {
    const before = await startRig();
    const { bookId } = await before.makeBook();
    const { id: ready } = (await before.post("/stories", plainStory)).json;
    await before.write();
    const { id: waiting } = (await before.post("/stories", spokenStory)).json;
    const backup = await olderBackup(before, version);
    await before.service.close();
    const dataFolder = join(await tempFolder(), "restored");
    const place = { dataFolder, database: await databaseOf(dataFolder), s3: null, variables: {} };
    const restored = await restoreBackup(backup, place, handWorld());
    expect(restored.document).toMatchObject({ accounts: 2, imbalances: [] });
    expect(await query(dataFolder, "SELECT id, recording FROM books")).toEqual([
      { id: bookId, recording: `${bookId}.mp3` },
    ]);
    const after = await startRig({ dataFolder, world: handWorld(before.world.now()) });
    expect(await after.story(ready)).toMatchObject({ status: "ready", credits: 13 });
    expect(await after.balance()).toMatchObject({ credits: 962, reserved: 25 });
    await after.write();
    expect((await after.story(waiting)).status).toBe("making_audiobook");
    await after.narrate();
    expect((await after.story(waiting)).status).toBe("done");
    expect(await after.balance()).toMatchObject({ credits: 937, reserved: 0 });
    expect((await after.post("/stories", plainStory)).status).toBe(202);
  },
);
