import { createRequire } from "node:module";
// biome-ignore lint/style/noRestrictedImports: the process alone has Node's SQLite and the warning about it.
import process from "node:process";
import type Libsql from "libsql";
import { errorCode, Failure } from "./failure.ts";

/** A value that a placeholder stands for, or that a column contains. */
export type SqliteValue = number | string | null;

/** A connection to a database file. Its methods throw a `SqliteError`. */
export interface Sqlite {
  /** Runs statements without placeholders, separated by semicolons, and ignores the rows that they return. */
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export interface SqliteStatement {
  /** Every row. The statement runs to its end, so that it holds no lock afterwards. */
  all<Row>(values?: readonly SqliteValue[]): Row[];
  /** Returns the number of changed rows. */
  run(values?: readonly SqliteValue[]): number;
}

/** An error that SQLite reports. */
export class SqliteError extends Error {
  /** SQLite's primary result code, such as `SQLITE_FULL`. */
  readonly code: string;

  constructor(resultCode: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "SqliteError";
    // The higher bits of an extended result code are details.
    const primary = resultCode & 0xff;
    this.code = `SQLITE_${resultNames[primary] ?? primary}`;
  }
}

/** Those that a user can do something about, and those that are told from others. */
const resultNames: Readonly<Record<number, string>> = {
  5: "BUSY",
  8: "READONLY",
  10: "IOERR",
  11: "CORRUPT",
  13: "FULL",
  14: "CANTOPEN",
  19: "CONSTRAINT",
  26: "NOTADB",
};

/** Neither this version of Node nor an installed package provides SQLite. `cause`: the code of the error that occurred when the package was loaded. */
export interface SqliteMissing {
  readonly code: "sqlite_missing";
  readonly cause: string;
}

/**
 * Opens or creates a database file with Node's own SQLite or, before Node 22.13, with the optional package `libsql`. Throws a `SqliteError`, or a
 * `Failure` that carries `SqliteMissing`.
 */
export function openSqlite(path: string): Sqlite {
  driver ??= nodeDriver() ?? libsqlDriver();
  return connect(path, driver);
}

let driver: Driver | null = null;

interface Driver {
  open(path: string): Connection;
  /** SQLite's result code in an error of the driver; null for any other error. */
  resultCode(error: unknown): number | null;
}

/** What both drivers have in common. */
interface Connection {
  exec(sql: string): unknown;
  prepare(sql: string): {
    all(...values: SqliteValue[]): unknown[];
    run(...values: SqliteValue[]): { readonly changes: number };
  };
  close(): void;
}

function connect(path: string, { open, resultCode }: Driver): Sqlite {
  const attempt = <Result>(step: () => Result): Result => {
    try {
      return step();
    } catch (error) {
      const code = resultCode(error);
      throw code === null ? error : new SqliteError(code, error);
    }
  };
  const connection = attempt(() => open(path));
  return {
    exec: (sql) => void attempt(() => connection.exec(sql)),
    prepare(sql) {
      const statement = attempt(() => connection.prepare(sql));
      return {
        all: <Row>(values: readonly SqliteValue[] = []) => attempt(() => statement.all(...values)) as Row[],
        run: (values = []) => attempt(() => statement.run(...values)).changes,
      };
    },
    close: () => attempt(() => connection.close()),
  };
}

/** Null before Node 22.13. */
function nodeDriver(): Driver | null {
  const node = withoutWarnings(() => process.getBuiltinModule("node:sqlite")) as NodeSqlite | undefined;
  if (node === undefined) return null;
  return {
    open: (path) => new node.DatabaseSync(path),
    resultCode: (error) => (errorCode(error) === "ERR_SQLITE_ERROR" ? (error as NodeError).errcode : null),
  };
}

// Node's types have it only for later versions.
interface NodeSqlite {
  readonly DatabaseSync: new (path: string) => Connection;
}

interface NodeError {
  readonly errcode: number;
}

/** Node 22 warns, when the module is loaded, that it is experimental. Nothing else runs during a synchronous step. */
function withoutWarnings<Result>(step: () => Result): Result {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return step();
  } finally {
    process.emitWarning = emitWarning;
  }
}

function libsqlDriver(): Driver {
  const Database = loadLibsql();
  return {
    open(path) {
      const database = new Database(path);
      return {
        exec: (sql) => database.exec(sql),
        prepare(sql) {
          const statement = database.prepare(sql);
          // As a list: it takes a single null for a list that is missing.
          return { all: (...values) => statement.all(values), run: (...values) => statement.run(values) };
        },
        close: () => database.close(),
      };
    },
    resultCode(error) {
      if (error instanceof Database.SqliteError) return (error as LibsqlError).rawCode;
      // A file that can't be opened is reported by the text alone.
      const opening = /^ConnectionFailed\(".*: (\d+)"\)$/s.exec(error instanceof Error ? error.message : "");
      return opening === null ? null : Number(opening[1]);
    },
  };
}

interface LibsqlError {
  readonly rawCode: number;
}

function loadLibsql(): typeof Libsql {
  try {
    return createRequire(import.meta.url)("libsql");
  } catch (error) {
    throw new Failure<SqliteMissing>({ code: "sqlite_missing", cause: errorCode(error) }, { cause: error });
  }
}
