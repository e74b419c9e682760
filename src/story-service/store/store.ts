import type { PostgresAddress } from "../../shared/postgres/address.ts";
import { SqliteError } from "../../shared/sqlite.ts";

/** A value for a placeholder in a statement. */
export type Value = string | number | null;

/** A statement, or a piece of one, with the values of its placeholders. For every engine, placeholders are question marks. */
export interface Sql {
  readonly text: string;
  readonly values: readonly Value[];
}

/** A statement with values and other pieces where they belong: `` sql`DELETE FROM jobs WHERE id = ${id}` ``. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Value | Sql)[]): Sql {
  const values: Value[] = [];
  const pieces: string[] = [];
  for (const part of parts) {
    const isPiece = typeof part === "object" && part !== null;
    pieces.push(isPiece ? part.text : "?");
    if (isPiece) values.push(...part.values);
    else values.push(part);
  }
  const last = lastTexts.get(texts);
  if (last?.pieces.every((piece, at) => piece === pieces[at])) return { text: last.text, values };
  const text = texts.map((before, at) => before + (pieces[at] ?? "")).join("");
  lastTexts.set(texts, { pieces, text });
  return { text, values };
}

/** What each template gave last: statements are found by their text, and comparing long texts that were made anew takes longer than many statements. */
const lastTexts = new WeakMap<
  TemplateStringsArray,
  { readonly pieces: readonly string[]; readonly text: string }
>();

/** The program's own text as a piece of a statement, such as a table's name. */
export function raw(text: string): Sql {
  return { text, values: [] };
}

/** Values with commas between them. */
export function list(values: readonly Value[]): Sql {
  return { text: values.map(() => "?").join(", "), values };
}

/** Adds a row to a table. */
export function insert(table: string, row: Readonly<Record<string, Value>>): Sql {
  return sql`INSERT INTO ${raw(table)} (${raw(Object.keys(row).join(", "))}) VALUES (${list(Object.values(row))})`;
}

/** Where statements run: a store, where each statement takes effect on its own, or one of its transactions. A text alone is a statement without values. */
export interface Database {
  /** The first row, or `undefined`. */
  get<Row>(statement: Sql | string): Promise<Row | undefined>;
  all<Row>(statement: Sql | string): Promise<Row[]>;
  /** Runs a statement; resolves with the number of changed rows. */
  run(statement: Sql | string): Promise<number>;
  /**
   * Runs `work` in a transaction, rolled back if it rejects. Inside a transaction, `work` joins it. `work` runs its statements on what it is given,
   * and waits for nothing else: the store's own statements wait for the transaction. `lock`: taken before `work` begins.
   */
  write<Result>(work: (transaction: Transaction) => Promise<Result>, lock?: Lock): Promise<Result>;
}

/**
 * Statements that take effect together or not at all, even if the process is killed. Those that are given at once run in their order; after one that
 * fails, none does. It can't be used once its `write` has ended.
 */
export interface Transaction extends Database {
  /**
   * Resolves once no other transaction, of any process, has the same lock; held until the transaction ends. Whoever moves credits, counts something
   * against a limit or uses something up takes the account's lock before the first read. Transactions that need several take them in the order of
   * `Lock`, or two could wait for each other.
   */
  lock(what: Lock): Promise<void>;
}

/**
 * What a transaction locks: the setup of a service, an account by its id or by the id or hash of something that the account owns, or the budget of all
 * free accounts.
 */
export type Lock =
  | "start"
  | { readonly account: string }
  | { readonly code: string }
  | { readonly refreshToken: string }
  | "free budget";

/** The service's database. What a resolved promise says was written is durable, even after a power cut. */
export interface Store extends Database {
  /** Whether other processes may use the database at the same time. */
  readonly isShared: boolean;
  /**
   * Runs `work` once all earlier work with this name has ended: for what waits for the same row anyway, so that one account's hundreds of requests take
   * no more than one connection. Rejects with the code `poolFull` if that takes too long.
   */
  inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** The time in ms by the clock of a shared database, as an expression. That of one process alone has none: it stands still. */
  readonly clock: Sql;
  /** Resolves with the error once the disk could not make something durable: the process should end. */
  readonly failed: Promise<unknown>;
  /** Resolves once it is closed, after the statements that are under way. */
  close(): Promise<void>;
}

/** Where a service keeps its durable data. */
export interface StorePlace {
  /** Holds the pepper, the recordings unless they are in a bucket, and, without a `database`, the database's file. */
  readonly dataFolder: string;
  /** The database on a PostgreSQL server, which several processes can share; null: a file of this process in the folder. */
  readonly database: PostgresAddress | null;
}

/** Stores a number under a name, replacing any earlier number. */
export async function configure(database: Database, name: string, value: number): Promise<void> {
  const other = raw("ON CONFLICT (name) DO UPDATE SET value = excluded.value");
  await database.run(sql`${insert("configured", { name, value })} ${other}`);
}

/** The number stored under a name, or null. */
export async function readConfigured(database: Database, name: string): Promise<number | null> {
  const row = await database.get<{ value: number }>(sql`SELECT value FROM configured WHERE name = ${name}`);
  return row?.value ?? null;
}

/** A statement given either way. */
export function asSql(statement: Sql | string): Sql {
  return typeof statement === "string" ? raw(statement) : statement;
}

/** The database's file in a data folder. */
export const databaseName = "service.db";

/** A database server refused a statement, or could not be reached. */
export class DatabaseError extends Error {
  /** The server's SQLSTATE or the system's code, never a text that could contain an address. */
  readonly code: string;
  /** Whether it is certain that nothing of the statement or its transaction took effect. After a lost commit it is not. */
  readonly isUndone: boolean;

  constructor(code: string, { isUndone, cause }: { readonly isUndone: boolean; readonly cause: unknown }) {
    super(`the database refused: ${code}`, { cause });
    this.name = "DatabaseError";
    this.code = code;
    this.isUndone = isUndone;
  }
}

/** The code for work that waited too long for a connection: more is asked of this process than its connections can do. */
export const poolFull = "pool_full";

/** The code of an error from the database, whether it is a file (`SQLITE_NOTADB`) or a server (`57P01`); null for any other error. */
export function databaseRefusal(error: unknown): string | null {
  return error instanceof DatabaseError || error instanceof SqliteError ? error.code : null;
}

/** Whether the database can't store anything at the moment, and certainly stored nothing of the failed work: its disk is full, or it is unreachable. */
export function isAwayForNow(error: unknown): boolean {
  if (error instanceof DatabaseError)
    return (error.isUndone || error.code === poolFull) && isPassing(error.code);
  return databaseRefusal(error) === "SQLITE_FULL";
}

/**
 * Whether a code means a condition that passes: a lost or missing connection, transactions that wait for each other, a server that stops or starts,
 * or one that is out of resources.
 */
function isPassing(code: string): boolean {
  return /^(08|40001|40P01|53|55P03|57P|E[A-Z]+$|connection_|pool_)/.test(code);
}
