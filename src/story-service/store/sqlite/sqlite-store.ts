import { chmodSync, closeSync, fdatasync, fsyncSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import Database from "libsql";
import PQueue from "p-queue";
import { errorCode, Failure } from "../../../shared/failure.ts";
import { migrations } from "../migrations.ts";
import type { Store, Transaction, Value } from "../store.ts";
import { groupCommit } from "./group-commit.ts";
import { rewriteLog } from "./rewrite-log.ts";

/**
 * Opens or creates the database, readable only by its owner, and migrates it. Fails with `database_of_others` for another program's database, which
 * stays untouched, with `data_folder_too_new` for a later version's, and with the errors of `databaseRefusal`.
 */
export function openSqliteStore(path: string): Store {
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
  for (const [index, step] of migrations.entries()) {
    if (index < version) continue;
    const sql = typeof step === "string" ? step : step.sqlite;
    database.transaction(() => database.exec(`${sql}; PRAGMA user_version = ${index + 1}`)).immediate();
  }
}

function wrap(database: Database.Database, log: LogFile): Store {
  // One connection runs everything, so a statement that came in the middle of a transaction would become a part of it: it waits here.
  const queue = new PQueue({ concurrency: 1 });
  const inTurn = async <Result>(step: () => Result): Promise<Result> =>
    queue.pending + queue.size === 0 ? step() : queue.add(async () => step());
  const group = groupCommit(log.sync, () => inTurn(log.rewrite));
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
  const read = <Row>(sql: string, values: Value[]): Row[] => prepare(sql).all(values) as Row[];
  const change = (sql: string, values: Value[]): number => prepare(sql).run(values).changes;

  /** Counts what was committed, in the same step: a sync that begins between the two would not have it. */
  const commit = (accountIds: Iterable<string>): void => {
    database.exec("COMMIT");
    written = group.wrote();
    for (const id of accountIds) touched.set(id, written);
  };
  const transact = async <Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> => {
    const accountIds = new Set<string>();
    const transaction: Transaction = {
      all: async <Row>(sql: string, ...values: Value[]) => read<Row>(sql, values),
      get: async <Row>(sql: string, ...values: Value[]) => read<Row>(sql, values)[0],
      run: async (sql, ...values) => change(sql, values),
      write: (inner) => inner(transaction),
      touch: (accountId) => void accountIds.add(accountId),
      // The transaction has the whole database.
      lock: async () => undefined,
    };
    database.exec("BEGIN IMMEDIATE");
    try {
      const result = await work(transaction);
      commit(accountIds);
      return result;
    } catch (error) {
      // A failing disk may have ended it already; report that failure.
      if (database.inTransaction) database.exec("ROLLBACK");
      throw error;
    }
  };
  // Every statement is kept prepared.
  const get = <Row>(sql: string, ...values: Value[]): Promise<Row | undefined> =>
    inTurn(() => read<Row>(sql, values)[0]);
  return {
    isShared: false,
    clock: "0",
    all: <Row>(sql: string, ...values: Value[]) => inTurn(() => read<Row>(sql, values)),
    get,
    repeated: get,
    run: (sql, ...values) =>
      inTurn(() => {
        const changes = change(sql, values);
        written = group.wrote();
        return changes;
      }),
    write: (work) => queue.add(() => transact(work)),
    settled: (accountId) => group.settled(accountId === undefined ? written : (touched.get(accountId) ?? 0)),
    // The last connection checkpoints the log and syncs.
    async close() {
      await queue.onIdle();
      database.close();
      log.close();
    },
  };
}
