import Database from "libsql";

/** A value as a column holds it. */
export type SqliteValue = number | string | null;

export interface SqliteTable {
  readonly name: string;
  /** The statement that makes it. */
  readonly sql: string;
  /** In ascending order of their ids: then the pages are filled one after the other. */
  readonly rows: readonly (readonly SqliteValue[])[];
}

// SQLite 3.40.1: which release wrote a file stands in it, and nothing in this one needs a newer one.
const writtenBy = 3_040_001;

/**
 * A database as one SQLite file, made in memory. The same content gives the same bytes on every machine: the statements are the same, and where a
 * file counts its changes and names the release that wrote it (SQLite's file format, 1.3) there are constants.
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
