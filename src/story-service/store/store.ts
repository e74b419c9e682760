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
 * The service's database. All calls except `settled` are synchronous. A call of `write` is atomic, even if the process is killed. It is durable, even
 * after a power cut, once `settled` has resolved: answer nothing before that.
 */
export interface Store {
  /** The first row, or `undefined`. */
  get<Row>(sql: string, ...values: Value[]): Row | undefined;
  all<Row>(sql: string, ...values: Value[]): Row[];
  /** Runs a statement; returns the number of changed rows. */
  run(sql: string, ...values: Value[]): number;
  /** Runs `work` in a transaction, rolled back if it throws. Joins an outer transaction. */
  write<Result>(work: () => Result): Result;
  /** Marks the current transaction's writes as belonging to an account. */
  touch(accountId: string): void;
  /**
   * Resolves once everything written so far is durable, or everything of one account, so that its answers need not wait for those of others. Rejects
   * if the disk fails; a later call retries.
   */
  settled(accountId?: string): Promise<void>;
  close(): void;
}

/**
 * Opens or creates the database, readable only by its owner, and migrates it. Fails with `database_of_others` for another program's database, which
 * stays untouched, with `data_folder_too_new` for a later version's, and with the errors of `databaseRefusal`.
 */
export function openStore(path: string): Store {
  makePrivate(path);
  const database = new Database(path);
  try {
    // Before anything is changed, even the journal mode.
    refuseForeign(database, path);
    database.pragma("journal_mode = WAL");
    // A commit does not fsync, which would block every other request: `settled` does.
    database.pragma("synchronous = NORMAL");
    // In pages, 32 MiB: normally `checkpoints.ts` empties the log long before.
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
    // A failing disk may have ended it already; report that failure.
    if (database.inTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/** The error code for a file that the database can't work with (`SQLITE_NOTADB`), or null for any other error. */
export function databaseRefusal(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === "SqliteError") return errorCode(error);
  return error.message.startsWith("ConnectionFailed") ? "SQLITE_CANTOPEN" : null;
}

const ownersMode = 0o600;
const othersBits = 0o077;

/**
 * Makes the database's files private to their owner; the library would make them world-readable, and gives its side files the mode of the database.
 * Does not open an existing database: closing it would release this process's locks on it.
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

/** Syncs the write-ahead log off this thread. It exists once the database was read, and stays the same file until it is closed. */
function logFile(path: string, database: Database.Database): LogFile {
  const folder = openSync(dirname(path), "r");
  // The file names must be durable too.
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
  // `all`, so that every read runs to its end: an unfinished statement would hold the write-ahead log open.
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
    // The last connection checkpoints the log and syncs.
    close() {
      database.close();
      log.close();
    },
  };
}
