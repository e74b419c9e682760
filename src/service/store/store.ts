import Database from "libsql";
import { Failure } from "../../shared/failure.ts";
import { migrations } from "./migrations.ts";

type Value = string | number | null;

/** The service's database. All calls are synchronous: what one call of `write` does is seen whole or not at all. */
export interface Store {
  /** The first row, or `undefined`. */
  get<Row>(sql: string, ...values: Value[]): Row | undefined;
  all<Row>(sql: string, ...values: Value[]): Row[];
  /** Runs a statement; the number of rows that it changed. */
  run(sql: string, ...values: Value[]): number;
  /** Runs `work` in one transaction, durable when it returns and undone when it throws. Within another one it takes part in that. */
  write<Result>(work: () => Result): Result;
  close(): void;
}

/** Opens or creates the database and brings its tables up to date. Fails with `data_folder_too_new` for one of a later version. */
export function openStore(path: string): Store {
  const database = new Database(path);
  try {
    database.pragma("journal_mode = WAL");
    // FULL: a commit is on the disk before an answer leaves. The write-ahead log alone would lose the last ones in a power cut.
    database.pragma("synchronous = FULL");
    database.pragma("foreign_keys = ON");
    database.pragma("busy_timeout = 5000");
    migrate(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return wrap(database);
}

function migrate(database: Database.Database): void {
  const [row] = database.prepare("PRAGMA user_version").all() as { user_version: number }[];
  const version = row?.user_version ?? 0;
  if (version > migrations.length) {
    throw new Failure({ code: "data_folder_too_new", version, known: migrations.length } as const);
  }
  for (const [index, sql] of migrations.entries()) {
    if (index < version) continue;
    database.transaction(() => database.exec(`${sql}; PRAGMA user_version = ${index + 1}`)).immediate();
  }
}

function wrap(database: Database.Database): Store {
  const statements = new Map<string, Database.Statement>();
  const prepare = (sql: string): Database.Statement => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  // Reads run to their end: a statement left in the middle would hold the write-ahead log open.
  const all = <Row>(sql: string, ...values: Value[]): Row[] => prepare(sql).all(values) as Row[];
  return {
    all,
    get: (sql, ...values) => all(sql, ...values)[0] as never,
    run: (sql, ...values) => prepare(sql).run(values).changes,
    write: (work) => (database.inTransaction ? work() : database.transaction(work).immediate()),
    close: () => {
      database.close();
    },
  };
}
