import { chmodSync, closeSync, fdatasync, fsyncSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import Database from "libsql";
import { errorCode, Failure } from "../../shared/failure.ts";
import { groupCommit } from "./group-commit.ts";
import { migrations } from "./migrations.ts";
import { rewriteLog } from "./rewrite-log.ts";

type Value = string | number | null;

/**
 * The service's database. All calls but `settled` are synchronous: what one call of `write` does is seen whole or not at all, by this
 * process and after it was killed. It is on the disk, safe from a power cut too, once `settled` has resolved: nothing may be answered
 * before that.
 */
export interface Store {
  /** The first row, or `undefined`. */
  get<Row>(sql: string, ...values: Value[]): Row | undefined;
  all<Row>(sql: string, ...values: Value[]): Row[];
  /** Runs a statement; the number of rows that it changed. */
  run(sql: string, ...values: Value[]): number;
  /** Runs `work` in one transaction, undone when it throws. Within another one it takes part in that. */
  write<Result>(work: () => Result): Result;
  /** Says that what is written in this transaction is about an account. */
  touch(accountId: string): void;
  /**
   * Resolves once everything written so far is on the disk, or everything about one account, whose answers need not wait for those of
   * others. Rejects where the disk refuses; asked again later, it tries again.
   */
  settled(accountId?: string): Promise<void>;
  close(): void;
}

/**
 * Opens or creates the database, which only its owner reads, and brings its tables up to date. Fails with `database_of_others` for
 * another program's, which stays as it was, with `data_folder_too_new` for one
 * of a later version, and with what `databaseRefusal` knows.
 */
export function openStore(path: string): Store {
  makePrivate(path);
  const database = new Database(path);
  try {
    // Before anything is changed, the mode of its log for one.
    refuseForeign(database, path);
    database.pragma("journal_mode = WAL");
    // A commit does not wait for the disk, which would hold up every other request: `settled` does.
    database.pragma("synchronous = NORMAL");
    // In pages, 32 MiB: a service moves the log into the database elsewhere (`checkpoints.ts`), long before.
    database.pragma("wal_autocheckpoint = 8192");
    database.pragma("foreign_keys = ON");
    database.pragma("busy_timeout = 5000");
    migrate(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return wrap(database, logFile(`${path}-wal`, database));
}

function transact<Result>(database: Database.Database, work: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // A disk that refuses may have ended it already: what is to be told is its refusal.
    if (database.inTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** What the database says of a file that it can't work with (`SQLITE_NOTADB`), or null for any other error. */
export function databaseRefusal(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === "SqliteError") return errorCode(error);
  return error.message.startsWith("ConnectionFailed") ? "SQLITE_CANTOPEN" : null;
}

const ownersMode = 0o600;
const othersBits = 0o077;

/**
 * Makes the database's files its owner's alone; the library would make them readable to all, and gives new ones beside the database its
 * mode. A database that is there is not opened for that: closing it would end the locks that this process holds on it.
 */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, "wx", ownersMode));
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  for (const name of [path, `${path}-wal`, `${path}-shm`]) {
    const known = statSync(name, { throwIfNoEntry: false });
    if (known !== undefined && (known.mode & othersBits) !== 0) chmodSync(name, ownersMode);
  }
}

/** Syncs the write-ahead log off this thread. It is there once the database was read, and stays the same file until it is closed. */
function logFile(path: string, database: Database.Database): LogFile {
  const folder = openSync(dirname(path), "r");
  // The files' names, too, must be on the disk.
  fsyncSync(folder);
  closeSync(folder);
  const file = openSync(path, "r");
  return {
    sync: () => syncFile(file),
    rewrite: () => rewriteLog(database, path),
    close: () => closeSync(file),
  };
}

interface LogFile {
  sync(): Promise<void>;
  rewrite(): void;
  close(): void;
}

const syncFile = promisify(fdatasync);

/** A database of ours has the tables of its version; a new one has none. */
function refuseForeign(database: Database.Database, path: string): void {
  const [row] = database.prepare("PRAGMA user_version").all() as { user_version: number }[];
  const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all();
  const isNew = names.length === 0 && (row?.user_version ?? 0) === 0;
  if (!isNew && !ourTables.every((name) => names.includes(name)))
    throw new Failure({ code: "database_of_others", path } as const);
}

/** The tables that every version has. */
const ourTables = ["accounts", "credentials", "bearers", "stories"];

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

function wrap(database: Database.Database, log: LogFile): Store {
  const group = groupCommit(log.sync, log.rewrite);
  const touched = new Map<string, number>();
  let written = 0;
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
    run(sql, ...values) {
      written = group.wrote();
      return prepare(sql).run(values).changes;
    },
    write: (work) => (database.inTransaction ? work() : transact(database, work)),
    touch: (accountId) => {
      touched.set(accountId, group.wrote());
    },
    settled: (accountId) => group.settled(accountId === undefined ? written : (touched.get(accountId) ?? 0)),
    // The last connection moves the log into the database, synced.
    close() {
      database.close();
      log.close();
    },
  };
}
