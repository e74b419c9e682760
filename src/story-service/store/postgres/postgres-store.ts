import pg from "pg";
import { Failure } from "../../../shared/failure.ts";
import { driverCode, type PostgresAddress, sessionSettings } from "../../../shared/postgres/address.ts";
import type { World } from "../../../shared/world.ts";
import { inTime } from "../../clock.ts";
import { StartFailure } from "../../start-problem.ts";
import { latestVersion, migrationTo } from "../migrations.ts";
import {
  asSql,
  type Database,
  DatabaseError,
  type Lock,
  poolFull,
  raw,
  type Sql,
  type Store,
  sql,
  type Transaction,
  type Value,
} from "../store.ts";

/** Connections of one process: more than enough for its statements, and few enough for several processes on one server. */
const connectionsMost = 10;
/** How long connecting, or waiting for a connection of the pool or for a turn, may take, and how long each statement. */
const connectTimeoutMs = 10_000;
const statementTimeoutMs = 60_000;

/**
 * Opens a database on a PostgreSQL server and migrates it. A commit is durable when it is answered. Fails with
 * `database_of_others`, `data_folder_too_new` or a `DatabaseError`.
 */
export async function openPostgresStore(
  address: PostgresAddress,
  { log }: Pick<World, "log">,
): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: address.reveal(),
    application_name: "coursebinder service",
    max: connectionsMost,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs,
    // Statements that are given at once go out together; the server runs them in this order.
    pipeline: true,
    keepAlive: true,
    types: typesAsNumbers,
    onConnect: async (client) => {
      // A connection that ends in the middle of a transaction fails its next statement; without a listener it would end this process.
      client.on("error", () => undefined);
      await client.query(`SET search_path = ${schemaName};${sessionSettings}`);
    },
  });
  // An idle connection that the server ends is replaced.
  pool.on("error", (error) => {
    log.warn({ error: codeOf(error) }, "a connection to the database was lost");
  });
  try {
    const client = await pool.connect();
    try {
      await migrate(client, address.location);
    } finally {
      client.release();
    }
  } catch (error) {
    await pool.end().catch(() => undefined);
    throw asDatabaseError(error, true);
  }
  return wrap(pool);
}

function wrap(pool: pg.Pool): Store {
  const inTurn = takingTurns();
  return {
    ...statementsOn((query) => pool.query(query), false),
    get: statementsOn(inCompany(pool), true).get,
    write: (work, lock) => {
      // Only one of those with the same lock could work anyway.
      return lock === undefined
        ? transact(pool, work)
        : inTurn(JSON.stringify(lock), () => transact(pool, work, lock));
    },
    inTurn,
    isShared: true,
    clock: raw("(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT"),
    // A server that fails is away, and may come back.
    failed: new Promise(() => undefined),
    close: () => pool.end(),
  };
}

function takingTurns(): Store["inTurn"] {
  const lastOf = new Map<string, Promise<void>>();
  return async (name, work) => {
    const before = lastOf.get(name) ?? Promise.resolve();
    let end: () => void = () => undefined;
    const own = new Promise<void>((resolve) => {
      end = resolve;
    });
    const last = before.then(() => own);
    lastOf.set(name, last);
    // Not sooner: whoever comes after one that gave up still waits for those before it.
    void last.then(() => lastOf.get(name) === last && lastOf.delete(name));
    const isMyTurn = before.then(() => true);
    try {
      if ((await inTime(isMyTurn, connectTimeoutMs)) === null)
        throw new DatabaseError(poolFull, { isUndone: true, cause: undefined });
      return await work();
    } finally {
      end();
    }
  };
}

type Send = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

/** How many statements one connection is given at once: they are answered one after the other. */
const companyMost = 16;

/**
 * Sends the statements of one turn of the event loop together, on one connection, which they all hold until the last is answered: on their own, each
 * would cost more for being sent than for being answered. Meant for what waits for nothing and reads a few rows.
 */
function inCompany(pool: pg.Pool): Send {
  let open: Company | null = null;
  const leave = (company: Company): void => {
    company.size -= 1;
    if (company.size > 0) return;
    company.client.then(
      (client) => client.release(company.hasFailed),
      () => undefined,
    );
  };
  const found = (): Company => {
    const company = { client: pool.connect(), size: 1, hasFailed: false };
    setImmediate(() => {
      if (open === company) open = null;
      leave(company);
    });
    return company;
  };
  return async (query) => {
    const company = open ?? found();
    company.size += 1;
    open = company.size > companyMost ? null : company;
    try {
      return await (await company.client).query(query);
    } catch (error) {
      company.hasFailed = true;
      throw error;
    } finally {
      leave(company);
    }
  };
}

interface Company {
  readonly client: Promise<pg.PoolClient>;
  /** How many statements are not answered yet, and one more as long as others may join. */
  size: number;
  hasFailed: boolean;
}

function statementsOn(send: Send, isChangeUndone: boolean): Pick<Database, "all" | "get" | "run"> {
  const query = async (statement: Sql | string, isUndone = true): Promise<pg.QueryResult> => {
    const { text, values } = asSql(statement);
    try {
      return await send({ ...prepared(text), values: values.map(storable) });
    } catch (error) {
      throw asDatabaseError(error, isUndone);
    }
  };
  return {
    all: async <Row>(statement: Sql | string) => (await query(statement)).rows as Row[],
    get: async <Row>(statement: Sql | string) => (await query(statement)).rows[0] as Row | undefined,
    // Outside a transaction a change may have taken effect although its answer was lost.
    run: async (statement) => (await query(statement, isChangeUndone)).rowCount ?? 0,
  };
}

/** PostgreSQL's texts have no zero characters; ours only as a part of JSON, where they are escaped. */
function storable(value: Value): Value {
  return typeof value === "string" ? value.replaceAll("\0", "\u{FFFD}") : value;
}

async function transact<Result>(
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<Result>,
  lock?: Lock,
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw asDatabaseError(error, true);
  });
  let isUsable = true;
  const statements = statementsOn((query) => client.query(query), true);
  const transaction: Transaction = {
    ...statements,
    write: async (inner, lock) => {
      if (lock !== undefined) await takeLock(statements, lock);
      return inner(transaction);
    },
    lock: (what) => takeLock(statements, what),
  };
  try {
    // With the accounts' rows locked, each statement sees what the transactions before it have committed.
    await Promise.all([
      statements.run("BEGIN ISOLATION LEVEL READ COMMITTED"),
      lock === undefined ? null : transaction.lock(lock),
    ]);
    const result = await work(transaction);
    await commit(client);
    return result;
  } catch (error) {
    isUsable = await client.query("ROLLBACK").then(
      () => true,
      () => false,
    );
    throw error;
  } finally {
    // A connection in an unknown state is closed, and its transaction ends with it.
    client.release(!isUsable);
  }
}

async function commit(client: pg.ClientBase): Promise<void> {
  let command: string;
  try {
    ({ command } = await client.query("COMMIT"));
  } catch (error) {
    throw asDatabaseError(error, false);
  }
  // The server answers so where an earlier statement failed, and its error was caught.
  if (command !== "COMMIT") throw new Error("a transaction was committed after one of its statements failed");
}

/** A driver error reduced to its code: its text could contain an address. A `DatabaseError` or a `Failure` stays as it is. */
export function asDatabaseError(error: unknown, isUndone: boolean): Error {
  if (error instanceof DatabaseError || error instanceof Failure) return error;
  return new DatabaseError(codeOf(error), {
    // The server refuses a statement as a whole. Where it ends the session, the answer to a commit may have been lost.
    isUndone: isUndone || (error instanceof pg.DatabaseError && !endsSession(error)),
    cause: error,
  });
}

/** The SQLSTATE or the system's code of an error of the driver; never a text that could contain an address. */
function codeOf(error: unknown): string {
  // The driver gives this error no code.
  if (error instanceof Error && error.message === "timeout exceeded when trying to connect") return poolFull;
  return driverCode(error) ?? "connection_lost";
}

function endsSession({ severity, code }: pg.DatabaseError): boolean {
  return severity === "FATAL" || severity === "PANIC" || /^(08|57P)/.test(code ?? "");
}

/** Numbers of the locks that belong to no row, in a class of their own. */
const lockClass = 736_421_651;
const lockNumbers = { start: 1, "free budget": 2 } as const;

/** How the owner of something is found. An owner never changes. */
const ownerOf = {
  account: (id: string) => sql`SELECT ${id}`,
  code: (hash: string) => sql`SELECT account_id FROM oauth_codes WHERE hash = ${hash}`,
  refreshToken: (hash: string) =>
    sql`SELECT account_id FROM refresh_tokens JOIN credentials ON credentials.id = credential_id WHERE hash = ${hash}`,
} as const;

/** Takes a lock until the transaction ends: an account's is the lock of its row. */
async function takeLock(statements: Pick<Database, "all">, what: Lock): Promise<void> {
  if (typeof what === "string") {
    await statements.all(sql`SELECT pg_advisory_xact_lock(${lockClass}, ${lockNumbers[what]})`);
    return;
  }
  const [[kind, id] = ["account", ""] as const] = Object.entries(what) as [keyof typeof ownerOf, string][];
  // As strong as excludes others like it; rows that refer to the account can still be added.
  await statements.all(sql`SELECT 1 FROM accounts WHERE id = (${ownerOf[kind](id)}) FOR NO KEY UPDATE`);
}

/** Statements with the names under which each connection keeps them. */
const statements = new Map<string, { readonly name: string; readonly text: string }>();

/**
 * A statement whose question marks are replaced by PostgreSQL's placeholders: `$1`, `$2`. Our statements have no question marks in string literals or
 * names.
 */
export function prepared(sql: string) {
  let count = 0;
  const statement = statements.get(sql) ?? {
    name: `statement_${statements.size}`,
    text: sql.replaceAll("?", () => `$${++count}`),
  };
  statements.set(sql, statement);
  return statement;
}

/** The driver gives 64-bit numbers and sums as texts; ours are all whole and far below 2^53. */
const typesAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};

/** The schema that holds the service's tables, so that a database may hold other things too, such as ledgers. */
export const schemaName = "story_service";

// An arbitrary but fixed lock number, so that of several processes that start at once one makes the tables.
const makersLock = 7_364_216_513;

/**
 * Makes the tables or brings them to this version, in one transaction. Fails with `database_of_others` if the schema holds something else, which stays
 * untouched, and with `database_too_new` for a later version's.
 */
async function migrate(client: pg.ClientBase, location: string): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query("SELECT pg_advisory_xact_lock($1::bigint)", [makersLock]);
    const version = await versionOf(client, location);
    await advance(client, { from: version, to: latestVersion });
    await client.query("COMMIT");
  } catch (error) {
    // If even that fails, the connection is lost and the transaction with it.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/**
 * Makes the tables of a version, for the rows of a backup, inside the caller's transaction. Returns false, and changes nothing, if the database's
 * schema already contains tables, whether a service's or not.
 */
export async function makeTables(client: pg.ClientBase, version: number): Promise<boolean> {
  await client.query("SELECT pg_advisory_xact_lock($1::bigint)", [makersLock]);
  if ((await tableNames(client)).length > 0) return false;
  await versionOf(client, "");
  await advance(client, { from: 0, to: version });
  return true;
}

/** Brings tables from one version to another. */
export async function advance(
  client: pg.ClientBase,
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (let next = from + 1; next <= to; next += 1)
    await client.query(translated(migrationTo(next, "postgres")));
  await client.query("UPDATE story_service.format SET version = $1", [to]);
}

/** The names of the tables and views in the service's schema; none without a schema. */
export async function tableNames(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = '${schemaName}' AND relkind IN ('r', 'v', 'm', 'p')`,
  );
  return rows.map(({ name }) => name);
}

async function versionOf(client: pg.ClientBase, location: string): Promise<number> {
  const names = await tableNames(client);
  if (names.length === 0) {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schemaName}`);
    await client.query(`CREATE TABLE ${schemaName}.format (version BIGINT NOT NULL)`);
    await client.query(`INSERT INTO ${schemaName}.format VALUES (0)`);
    return 0;
  }
  if (!["format", "accounts", "stories"].every((name) => names.includes(name)))
    throw new StartFailure({ code: "database_of_others", path: location });
  const known = await client.query<{ version: number }>(`SELECT version FROM ${schemaName}.format`);
  const version = known.rows[0]?.version ?? 0;
  if (version > latestVersion) {
    throw new StartFailure({ code: "data_folder_too_new", version, known: latestVersion });
  }
  return version;
}

/** SQLite's types and table options in PostgreSQL's words. Whole numbers are 64 bits wide in both. */
function translated(sql: string): string {
  return sql
    .replaceAll("INTEGER PRIMARY KEY", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY")
    .replaceAll(/\bINTEGER\b/g, "BIGINT")
    .replaceAll(/\) STRICT(, WITHOUT ROWID)?/g, ")");
}
