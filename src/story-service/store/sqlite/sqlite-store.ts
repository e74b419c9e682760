import { dirname } from "node:path";
import PQueue from "p-queue";
import { errorCode, Failure } from "../../../shared/failure.ts";
import { keepFromOthers, realFiles } from "../../../shared/files/real-files.ts";
import { openSqlite, type Sqlite, type SqliteStatement } from "../../../shared/sqlite.ts";
import { migrations } from "../migrations.ts";
import type { Store, Transaction, Value } from "../store.ts";
import { groupCommit } from "./group-commit.ts";
import { rewriteLog } from "./rewrite-log.ts";

/**
 * Opens or creates the database, readable only by its owner, and migrates it. Fails with `database_of_others` for another program's database, which
 * stays untouched, with `data_folder_too_new` for a later version's, with `sqlite_missing`, and with the errors of `databaseRefusal`.
 */
export async function openSqliteStore(path: string): Promise<Store> {
  await makePrivate(path);
  const database = openSqlite(path);
  try {
    // Before anything is changed, even the journal mode.
    refuseForeign(database, path);
    database.exec("PRAGMA journal_mode = WAL");
    // A commit does not fsync, which would block every other request: `settled` does.
    database.exec("PRAGMA synchronous = NORMAL");
    database.exec("PRAGMA foreign_keys = ON");
    database.exec("PRAGMA busy_timeout = 5000");
    migrate(database);
    return wrap(database, await openLog(`${path}-wal`, database));
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Makes the database's files private to their owner; SQLite would make them world-readable, and gives its side files the mode of the database. Does not
 * open an existing database: closing it would release this process's locks on it.
 */
async function makePrivate(path: string): Promise<void> {
  try {
    await (await realFiles.openNew(path)).close();
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  for (const name of [path, `${path}-wal`, `${path}-shm`]) await keepFromOthers(name);
}

/** Syncs the write-ahead log off this thread. It exists once the database was read, and stays the same file until it is closed. */
async function openLog(path: string, database: Sqlite): Promise<LogFile> {
  // The file names must be durable too.
  await realFiles.syncFolder(dirname(path));
  const file = await realFiles.openAppend(path);
  return {
    sync: () => file.datasync(),
    rewrite: () => rewriteLog(database, path),
    close: () => file.close(),
  };
}

interface LogFile {
  sync(): Promise<void>;
  rewrite(): Promise<void>;
  close(): Promise<void>;
}

/** A database of ours has the tables of its version; a new one has none. */
function refuseForeign(database: Sqlite, path: string): void {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'");
  const names = tables.all<{ name: string }>().map(({ name }) => name);
  const isNew = names.length === 0 && versionOf(database) === 0;
  if (!isNew && !ourTables.every((name) => names.includes(name)))
    throw new Failure({ code: "database_of_others", path } as const);
}

/** The tables that every version has. */
const ourTables = ["accounts", "credentials", "bearers", "stories"];

function versionOf(database: Sqlite): number {
  const [row] = database.prepare("PRAGMA user_version").all<{ user_version: number }>();
  return row?.user_version ?? 0;
}

function migrate(database: Sqlite): void {
  const version = versionOf(database);
  if (version > migrations.length) {
    throw new Failure({ code: "data_folder_too_new", version, known: migrations.length } as const);
  }
  for (const [index, step] of migrations.entries()) {
    if (index < version) continue;
    const sql = typeof step === "string" ? step : step.sqlite;
    database.exec("BEGIN IMMEDIATE");
    try {
      database.exec(`${sql}; PRAGMA user_version = ${index + 1}; COMMIT`);
    } catch (error) {
      rollBack(database);
      throw error;
    }
  }
}

/** A failing disk may have ended the transaction already; what it reported is thrown, not this. */
function rollBack(database: Sqlite): void {
  try {
    database.exec("ROLLBACK");
  } catch {}
}

function wrap(database: Sqlite, log: LogFile): Store {
  // One connection runs everything, so a statement that came in the middle of a transaction would become a part of it: it waits here.
  const queue = new PQueue({ concurrency: 1 });
  const inTurn = async <Result>(step: () => Result): Promise<Result> =>
    queue.pending + queue.size === 0 ? step() : queue.add(async () => step());
  const group = groupCommit(log.sync, () => queue.add(log.rewrite));
  const touched = new Map<string, number>();
  let written = 0;
  const statements = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const read = <Row>(sql: string, values: Value[]): Row[] => prepare(sql).all<Row>(values);
  const change = (sql: string, values: Value[]): number => prepare(sql).run(values);

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
      rollBack(database);
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
    async close() {
      await queue.onIdle();
      await log.close();
      // The last connection checkpoints the log and syncs.
      database.close();
    },
  };
}
