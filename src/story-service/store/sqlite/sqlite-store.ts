import { dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import PQueue from "p-queue";
import { errorCode } from "../../../shared/failure.ts";
import { createFile } from "../../../shared/files/open-file.ts";
import { keepFromOthers, realFiles } from "../../../shared/files/real-files.ts";
import { openSqlite, type Sqlite, type SqliteStatement } from "../../../shared/sqlite.ts";
import { StartFailure } from "../../start-problem.ts";
import { latestVersion, migrationTo } from "../migrations.ts";
import { asSql, databaseRefusal, raw, type Sql, type Store, type Transaction } from "../store.ts";

/**
 * Opens or creates the database, readable only by its owner, and migrates it. Fails with `database_of_others` for another program's database, which
 * stays untouched; with `data_folder_too_new` for a database of a later version; with `sqlite_missing`; and with the errors of `databaseRefusal`.
 */
export async function openSqliteStore(path: string): Promise<Store> {
  await makePrivate(path);
  const database = openSqlite(path);
  try {
    // Before anything is changed, even the journal mode.
    refuseForeign(database, path);
    database.exec("PRAGMA journal_mode = WAL");
    // A commit is durable before it is answered.
    database.exec("PRAGMA synchronous = FULL");
    // In pages, 32 MiB: moving the log into the database takes two more syncs.
    database.exec("PRAGMA wal_autocheckpoint = 8192");
    // In KiB: reading again what is read all the time takes longer than finding it.
    database.exec("PRAGMA cache_size = -32768");
    database.exec("PRAGMA foreign_keys = ON");
    database.exec("PRAGMA busy_timeout = 5000");
    migrate(database);
    // Into the database, with a sync: the log may end in what the process before could not make durable.
    database.exec("PRAGMA wal_checkpoint(PASSIVE)");
    // The names of its files must be durable too.
    await realFiles.syncFolder(dirname(path));
    return wrap(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Migrates a service's database, which nobody else may be using, to this version and runs a statement on it. Leaves the database as a single file,
 * which may be renamed.
 */
export function changeSqliteFile(path: string, { text, values }: Sql): void {
  const database = openSqlite(path);
  try {
    database.exec("PRAGMA journal_mode = DELETE");
    migrate(database);
    database.prepare(text).run(values);
  } finally {
    database.close();
  }
}

/**
 * Makes the database's files private to their owner; SQLite would make them world-readable, and gives its side files the mode of the database. Does not
 * open an existing database: closing it would release this process's locks on it.
 */
async function makePrivate(path: string): Promise<void> {
  try {
    await createFile(path, "");
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
  for (const name of [path, `${path}-wal`, `${path}-shm`]) await keepFromOthers(name);
}

/** A database of ours has the tables of its version; a new one has none. */
function refuseForeign(database: Sqlite, path: string): void {
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'");
  const names = tables.all<{ name: string }>().map(({ name }) => name);
  const isNew = names.length === 0 && versionOf(database) === 0;
  if (!isNew && !ourTables.every((name) => names.includes(name)))
    throw new StartFailure({ code: "database_of_others", path });
}

/** The tables that every version has. */
const ourTables = ["accounts", "credentials", "bearers", "stories"];

function versionOf(database: Sqlite): number {
  const [row] = database.prepare("PRAGMA user_version").all<{ user_version: number }>();
  return row?.user_version ?? 0;
}

function migrate(database: Sqlite): void {
  const version = versionOf(database);
  if (version > latestVersion) {
    throw new StartFailure({ code: "data_folder_too_new", version, known: latestVersion });
  }
  for (let next = version + 1; next <= latestVersion; next += 1) {
    database.exec("BEGIN IMMEDIATE");
    try {
      database.exec(`${migrationTo(next, "sqlite")}; PRAGMA user_version = ${next}; COMMIT`);
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

/** Work that waits for the next transaction. */
interface Waiting<Result = unknown> {
  readonly work: (transaction: Transaction) => Promise<Result>;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

function wrap(database: Sqlite): Store {
  // One connection runs everything, so a statement that came in the middle of a transaction would become a part of it: it waits here.
  const queue = new PQueue({ concurrency: 1 });
  const inTurn = async <Result>(step: () => Result): Promise<Result> =>
    queue.pending + queue.size === 0 ? step() : queue.add(async () => step());
  let diskFails: (error: unknown) => void = () => undefined;
  const failed = new Promise<unknown>((resolve) => {
    diskFails = resolve;
  });
  const statements = new Map<string, SqliteStatement>();
  /** What the disk reported; null: nothing. */
  let broken: unknown = null;
  /** Runs a step that may end with a sync. If the sync fails, nobody knows what is on the disk, and no statement runs after it. */
  const synced = <Result>(step: () => Result): Result => {
    try {
      return step();
    } catch (error) {
      if (databaseRefusal(error) === "SQLITE_IOERR") {
        broken = error;
        diskFails(error);
      }
      throw error;
    }
  };
  /** Every statement is kept prepared. */
  const prepare = (text: string): SqliteStatement => {
    if (broken !== null) throw broken;
    const statement = statements.get(text) ?? database.prepare(text);
    statements.set(text, statement);
    return statement;
  };
  const read = <Row>(statement: Sql | string): Row[] => {
    const { text, values } = asSql(statement);
    return prepare(text).all<Row>(values);
  };
  const change = (statement: Sql | string): number => {
    const { text, values } = asSql(statement);
    return prepare(text).run(values);
  };
  const begin = (): Transaction => {
    let failure: { readonly error: unknown } | null = null;
    /** Runs nothing after a statement that failed: a full disk has ended the transaction, and the next would take effect on its own. */
    const inside = async <Result>(step: () => Result): Promise<Result> => {
      if (failure !== null) throw failure.error;
      try {
        return step();
      } catch (error) {
        failure = { error };
        throw error;
      }
    };
    const transaction: Transaction = {
      all: <Row>(statement: Sql | string) => inside(() => read<Row>(statement)),
      get: <Row>(statement: Sql | string) => inside(() => read<Row>(statement)[0]),
      run: (statement) => inside(() => change(statement)),
      write: (inner) => inner(transaction),
      // The transaction has the whole database to itself.
      lock: async () => undefined,
    };
    return transaction;
  };
  /** Runs work in a savepoint, so that its failure undoes nothing else; resolves with a function that tells its caller. */
  const attempt = async <Result>({ work, resolve, reject }: Waiting<Result>): Promise<() => void> => {
    database.exec("SAVEPOINT work");
    try {
      const result = await work(begin());
      database.exec("RELEASE work");
      return () => resolve(result);
    } catch (error) {
      try {
        database.exec("ROLLBACK TO work; RELEASE work");
      } catch {
        // A failing disk has ended the whole transaction.
        throw error;
      }
      return () => reject(error);
    }
  };
  let waiting: Waiting[] = [];
  /** Runs all the work that waits in one transaction, and tells the callers once it is durable: a sync takes longer than many statements. */
  const commitWaiting = async (): Promise<void> => {
    const group = waiting;
    waiting = [];
    try {
      database.exec("BEGIN IMMEDIATE");
      const tell: (() => void)[] = [];
      for (const one of group) tell.push(await attempt(one));
      synced(() => database.exec("COMMIT"));
      for (const step of tell) step();
    } catch (error) {
      rollBack(database);
      for (const { reject } of group) reject(error);
    }
  };
  const write: Store["write"] = (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve, reject } as Waiting);
      // After the requests that have arrived by now.
      if (waiting.length === 1) void setImmediate().then(() => queue.add(commitWaiting));
    });
  return {
    isShared: false,
    inTurn: (_, work) => work(),
    failed,
    clock: raw("0"),
    all: <Row>(statement: Sql | string) => inTurn(() => read<Row>(statement)),
    get: <Row>(statement: Sql | string) => inTurn(() => read<Row>(statement)[0]),
    run: (statement) => write(({ run }) => run(statement)),
    write,
    async close() {
      await setImmediate();
      await queue.onIdle();
      database.close();
    },
  };
}
