import Database from "libsql";

/** A column value. */
export type SqliteValue = number | string | null;

export interface SqliteTable {
  readonly name: string;
  /** The statement that creates it. */
  readonly sql: string;
  /** In ascending order of ids, so that pages fill up in order. */
  readonly rows: readonly (readonly SqliteValue[])[];
}

// SQLite 3.40.1: a file names the release that wrote it, and this file needs no newer one.
const writtenBy = 3_040_001;

/**
 * A database as one SQLite file, made in memory. The same content gives the same bytes on every machine: the statements are the same, and
 * the file's change counter and its writer's version (SQLite's file format, 1.3) are constants.
 */
export function sqliteFile(tables: readonly SqliteTable[], indexes: readonly string[]): Buffer {
  const database = new Database(":memory:");
  try {
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
    return fileOf(database);
  } finally {
    database.close();
  }
}

function fileOf(database: Database.Database): Buffer {
  const pages = database.prepare("SELECT data FROM sqlite_dbpage ORDER BY pgno").all() as Page[];
  const file = Buffer.concat(pages.map(({ data }) => Buffer.from(data)));
  const changes = 1;
  file.writeUInt32BE(changes, 24);
  file.writeUInt32BE(changes, 92);
  file.writeUInt32BE(writtenBy, 96);
  return file;
}

interface Page {
  readonly data: ArrayBuffer;
}
