import { createInterface } from "node:readline";
import pg from "pg";
import * as z from "zod";
import { Failure } from "../../../shared/failure.ts";
import { openStream } from "../../../shared/files/open-file.ts";
import { type PostgresAddress, sessionSettings } from "../../../shared/postgres/address.ts";
import type { OperatorProblem } from "../../operator/problem.ts";
import { latestVersion } from "../migrations.ts";
import type { Sql } from "../store.ts";
import { advance, asDatabaseError, makeTables, prepared, schemaName, tableNames } from "./postgres-store.ts";

/**
 * The tables of a database that a backup holds, in an order in which each refers only to those before it. The table of the format's version is left
 * out, and so are tables that need not survive a crash.
 */
async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; needs: string[] }>(
    `SELECT relname AS name, ARRAY(SELECT confrelid::regclass::text FROM pg_constraint WHERE conrelid = pg_class.oid AND contype = 'f') AS needs
     FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = '${schemaName}' AND relkind = 'r' AND relpersistence = 'p' AND relname <> 'format' ORDER BY relname`,
  );
  const ordered: string[] = [];
  while (ordered.length < rows.length) {
    const next = rows.find(
      ({ name, needs }) => !ordered.includes(name) && needs.every((need) => ordered.includes(need)),
    );
    if (next === undefined) throw new Error("tables refer to each other in a circle");
    ordered.push(next.name);
  }
  return ordered;
}

/** A connection of its own, in a transaction that ends with it. */
async function begin(address: PostgresAddress, statement: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: address.reveal(), connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  await client.query(`SET search_path = ${schemaName};${sessionSettings}`);
  await client.query(statement);
  return client;
}

/** Works in one transaction of a connection of its own. Fails with a `DatabaseError`. */
async function inTransaction<Result>(
  address: PostgresAddress,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  try {
    const client = await begin(address, "BEGIN");
    try {
      const result = await work(client);
      await client.query("COMMIT");
      return result;
    } finally {
      await client.end().catch(() => undefined);
    }
  } catch (error) {
    throw asDatabaseError(error, true);
  }
}

/** Whether a database has the tables of a service, of any version. Makes nothing. Fails with a `DatabaseError`. */
export function holdsService(address: PostgresAddress): Promise<boolean> {
  return inTransaction(address, async (client) => (await tableNames(client)).includes("accounts"));
}

const rowsAtOnce = 500;

/** All tables as of one instant, a line of JSON for each row: `{"table": …, "row": …}`. Memory does not grow with the database. */
export async function* dumpTables(address: PostgresAddress): AsyncIterable<string> {
  const client = await begin(address, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    for (const table of await tablesOf(client)) {
      await client.query(
        `DECLARE dumped NO SCROLL CURSOR FOR SELECT json_build_object('table', '${table}', 'row', row_to_json(t))::text AS line FROM ${table} AS t`,
      );
      for (;;) {
        const { rows } = await client.query<{ line: string }>(`FETCH ${rowsAtOnce} FROM dumped`);
        if (rows.length === 0) break;
        yield rows.map(({ line }) => `${line}\n`).join("");
      }
      await client.query("CLOSE dumped");
    }
  } catch (error) {
    throw asDatabaseError(error, true);
  } finally {
    await client.end().catch(() => undefined);
  }
}

const lineSchema = z.strictObject({ table: z.string(), row: z.record(z.string(), z.unknown()) });

interface Load {
  /** The file of the rows. */
  readonly path: string;
  /** How many migrations the backup's tables have. */
  readonly version: number;
  /** What is run once all is there. */
  readonly finish: Sql;
}

/**
 * Makes the tables of a backup's version, fills them with its rows and brings them to this version. All of this happens in one transaction, so a
 * database gets the whole backup or nothing. Fails with `place_not_empty` or a `DatabaseError`.
 */
export function loadTables(address: PostgresAddress, { path, version, finish }: Load): Promise<void> {
  return inTransaction(address, async (client) => {
    if (!(await makeTables(client, version)))
      throw new Failure<OperatorProblem>({ code: "place_not_empty", place: address.location, isFile: false });
    const known = new Set(await tablesOf(client));
    let batch: { readonly table: string; readonly rows: unknown[] } = { table: "", rows: [] };
    const insert = async (): Promise<void> => {
      const { table, rows } = batch;
      if (rows.length === 0) return;
      await client.query(
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`,
        [JSON.stringify(rows)],
      );
    };
    for await (const line of createInterface({
      input: await openStream(path),
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      const { table, row } = lineSchema.parse(JSON.parse(line));
      if (!known.has(table)) throw new Error("a backup has rows from an unknown table");
      if (table !== batch.table || batch.rows.length >= rowsAtOnce) {
        await insert();
        batch = { table, rows: [] };
      }
      batch.rows.push(row);
    }
    await insert();
    await continueNumbers(client);
    await advance(client, { from: version, to: latestVersion });
    await client.query(prepared(finish.text).text, [...finish.values]);
  });
}

/** Lets numbers that the database gives continue after those of the rows. */
async function continueNumbers(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
     WHERE table_schema = current_schema() AND is_identity = 'YES'`,
  );
  for (const { table, column } of rows) {
    await client.query(
      `SELECT setval(pg_get_serial_sequence('${table}', '${column}'), COALESCE(MAX(${column}), 1), MAX(${column}) IS NOT NULL) FROM ${table}`,
    );
  }
}
