import { join } from "node:path";
import { closing } from "../../../shared/closing.ts";
import { makeTemporaryFolder, removeTemporaryFolder } from "../../../shared/files/make-folder.ts";
import { realFiles } from "../../../shared/files/real-files.ts";
import { openSqlite, SqliteError, type SqliteValue } from "../../../shared/sqlite.ts";

export interface SqliteTable {
  readonly name: string;
  /** The statement that creates it. */
  readonly sql: string;
  /** In ascending order of ids, so that pages fill up in order. */
  readonly rows: readonly (readonly SqliteValue[])[];
}

/**
 * A database as one SQLite file. The same content gives the same bytes on every machine: the statements are the same, and the file's change counter and
 * its writer's version (SQLite's file format, 1.3) are constants. It is written to a temporary folder, since Node's SQLite can't return a database that
 * is in memory. Rejects with a system error if the disk fails, or a `Failure` that carries `SqliteMissing`.
 */
export async function sqliteFile(
  tables: readonly SqliteTable[],
  indexes: readonly string[],
): Promise<Buffer> {
  const folder = await makeTemporaryFolder("anki");
  const path = join(folder, "collection.anki2");
  try {
    await writeDatabase(path, tables, indexes);
    return withConstantHeader((await realFiles.read(path)) ?? Buffer.alloc(0));
  } catch (error) {
    const code = error instanceof SqliteError ? diskErrors[error.code] : undefined;
    if (code === undefined) throw error;
    throw Object.assign(new Error(String(error), { cause: error }), { code, syscall: "write", path });
  } finally {
    await removeTemporaryFolder(folder);
  }
}

/** What the system reports where SQLite reports these. */
const diskErrors: Readonly<Record<string, string>> = { SQLITE_FULL: "ENOSPC", SQLITE_IOERR: "EIO" };

async function writeDatabase(
  path: string,
  tables: readonly SqliteTable[],
  indexes: readonly string[],
): Promise<void> {
  const database = openSqlite(path);
  await closing(database, () => {
    // What an interruption leaves is thrown away, so nothing has to be durable.
    database.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
    database.exec("PRAGMA page_size = 4096; PRAGMA encoding = 'UTF-8'; BEGIN");
    for (const { name, sql, rows } of tables) {
      database.exec(sql);
      const [first] = rows;
      if (first === undefined) continue;
      const insert = database.prepare(`INSERT INTO ${name} VALUES (${first.map(() => "?").join(", ")})`);
      for (const row of rows) insert.run(row);
    }
    for (const sql of indexes) database.exec(sql);
    database.exec("COMMIT");
  });
}

// SQLite 3.40.1: a file names the release that wrote it, and this file needs no newer one.
const writtenBy = 3_040_001;

function withConstantHeader(file: Buffer): Buffer {
  const changes = 1;
  file.writeUInt32BE(changes, 24);
  file.writeUInt32BE(changes, 92);
  file.writeUInt32BE(writtenBy, 96);
  return file;
}
