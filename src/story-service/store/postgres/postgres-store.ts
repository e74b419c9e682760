import pg from "pg";
import type { PostgresAddress } from "../../../shared/postgres/address.ts";
import { sessionSettings } from "../../../shared/postgres/session-settings.ts";
import type { World } from "../../../shared/world.ts";
import type { Database, Store, Transaction, Value } from "../store.ts";
import { asDatabaseError, codeOf, isConflict } from "./errors.ts";
import { takeLock } from "./locks.ts";
import { numbered } from "./placeholders.ts";
import { migrate, schemaName } from "./schema.ts";
import { typesAsNumbers } from "./types-as-numbers.ts";

/** Connections of one process: more than enough for its statements, and few enough for several processes on one server. */
const connectionsMost = 10;
/** How long connecting, and each statement, may take. */
const connectTimeoutMs = 10_000;
const statementTimeoutMs = 60_000;

/** How often a transaction runs that the server ends because of another one, and the longest wait before the first repetition. */
const triesMost = 8;
const firstPauseMs = 10;

/**
 * Opens a database on a PostgreSQL server and migrates it. A commit is durable when it is answered, so `settled` has nothing to wait for. Fails with
 * `database_of_others` and `data_folder_too_new`, and with a `DatabaseError`.
 */
export async function openPostgresStore(
  address: PostgresAddress,
  world: Pick<World, "sleep" | "random" | "log">,
): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: address.reveal(),
    application_name: "coursebinder service",
    max: connectionsMost,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs,
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
    world.log.warn({ error: codeOf(error) }, "a connection to the database was lost");
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
  return wrap(pool, world);
}

function wrap(pool: pg.Pool, world: Pick<World, "sleep" | "random" | "log">): Store {
  const store: Database = {
    ...statementsOn(pool),
    async write(work) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await transact(pool, work);
        } catch (error) {
          if (!isConflict(error) || tries >= triesMost) throw error;
          world.log.debug({ tries }, "a transaction met another one and is repeated");
          await world.sleep(firstPauseMs * 2 ** (tries - 1) * world.random());
        }
      }
    },
  };
  return {
    ...store,
    async repeated<Row>(sql: string, ...values: Value[]) {
      try {
        const { rows } = await pool.query({
          name: nameOf(sql),
          text: numbered(sql),
          values: values.map(storable),
        });
        return rows[0] as Row | undefined;
      } catch (error) {
        throw asDatabaseError(error, true);
      }
    },
    isShared: true,
    clock: "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT",
    settled: async () => undefined,
    close: () => pool.end(),
  };
}

const names = new Map<string, string>();

/** The name under which each connection keeps a statement. */
function nameOf(sql: string): string {
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = `statement_${names.size}`;
  names.set(sql, name);
  return name;
}

function statementsOn(connection: pg.Pool | pg.ClientBase): Pick<Database, "all" | "get" | "run"> {
  const query = async (sql: string, values: Value[], isUndone = true): Promise<pg.QueryResult> => {
    try {
      return await connection.query(numbered(sql), values.map(storable));
    } catch (error) {
      throw asDatabaseError(error, isUndone);
    }
  };
  // Outside a transaction a change may have taken effect although its answer was lost.
  const isUndone = !(connection instanceof pg.Pool);
  return {
    all: async <Row>(sql: string, ...values: Value[]) => (await query(sql, values)).rows as Row[],
    get: async <Row>(sql: string, ...values: Value[]) =>
      (await query(sql, values)).rows[0] as Row | undefined,
    run: async (sql, ...values) => (await query(sql, values, isUndone)).rowCount ?? 0,
  };
}

/** PostgreSQL's texts have no zero characters; ours only as a part of JSON, where they are escaped. */
function storable(value: Value): Value {
  return typeof value === "string" ? value.replaceAll("\0", "\u{FFFD}") : value;
}

async function transact<Result>(
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw asDatabaseError(error, true);
  });
  let isUsable = true;
  const statements = statementsOn(client);
  const transaction: Transaction = {
    ...statements,
    write: (inner) => inner(transaction),
    touch: () => undefined,
    lock: (what) => takeLock(statements, what),
  };
  try {
    // With the accounts' rows locked, each statement sees what the transactions before it have committed.
    await statements.run("BEGIN ISOLATION LEVEL READ COMMITTED");
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
