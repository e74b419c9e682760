import { createInterface } from "node:readline";
import type pg from "pg";
import * as z from "zod";
import { Failure } from "../../../shared/failure.ts";
import { openStream } from "../../../shared/files/open-file.ts";
import type { PostgresAddress } from "../../../shared/postgres/address.ts";
import { unfinished } from "../../backup/unfinished-restore.ts";
import type { OperatorProblem } from "../../operator/problem.ts";
import { makeTables } from "./schema.ts";
import { inTransaction, tablesOf } from "./table-order.ts";

const rowsAtOnce = 500;

const lineSchema = z.strictObject({ table: z.string(), row: z.record(z.string(), z.unknown()) });

interface Load {
  /** How many migrations the backup's tables have. */
  readonly version: number;
  /** Of the restore. */
  readonly mark: string;
}

/** Makes the tables that `loadTables` would make, and takes that back. Fails as it does. */
export function proveLoadable(address: PostgresAddress, load: Load): Promise<void> {
  return inTransaction(address, "BEGIN", async (client) => {
    await makeEmpty(client, address, load);
    await client.query("ROLLBACK");
  });
}

/** Lets a service use what was loaded. */
export function finishLoad(address: PostgresAddress): Promise<void> {
  return inTransaction(address, "BEGIN", async (client) => {
    await client.query("DROP TABLE restoring");
  });
}

/** Removes what the restore of this mark has loaded, if anything. */
export function undoLoad(address: PostgresAddress, mark: string): Promise<void> {
  return inTransaction(address, "BEGIN", (client) => dropRest(client, address, mark));
}

async function makeEmpty(
  client: pg.Client,
  address: PostgresAddress,
  { version, mark }: Load,
): Promise<void> {
  await dropRest(client, address, mark);
  if (!(await makeTables(client, version)))
    throw new Failure<OperatorProblem>({ code: "place_not_empty", place: address.location, isFile: false });
}

/** Drops the tables of an interrupted restore of this mark. Fails with `restore_unfinished` if they are of another one. */
async function dropRest(client: pg.Client, address: PostgresAddress, mark: string): Promise<void> {
  const { rows: names } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()",
  );
  const has = (table: string): boolean => names.some(({ name }) => name === table);
  if (has("restoring")) {
    const { rows } = await client.query<{ mark: string }>("SELECT mark FROM restoring");
    if (rows[0]?.mark !== mark) throw new Failure(unfinished(address.location));
  } else {
    // Interrupted after `finishLoad`: the tables name the mark as that of their recordings.
    if (!has("noted")) return;
    const { rows } = await client.query("SELECT 1 FROM noted WHERE name = 'recordings' AND value LIKE $1", [
      `%"mark":"${mark}"%`,
    ]);
    if (rows.length === 0) return;
  }
  await client.query(`DROP TABLE ${names.map(({ name }) => `"${name}"`).join(", ")} CASCADE`);
}

/**
 * Makes the tables of a backup's version and fills them with its rows, all in one transaction. A later opening brings them to this version, after
 * `finishLoad`. What an interrupted restore of this mark has loaded is dropped. Fails with `place_not_empty`, `restore_unfinished`, and with a `DatabaseError`.
 */
export function loadTables(
  address: PostgresAddress,
  { path, ...load }: Load & { readonly path: string },
): Promise<void> {
  return inTransaction(address, "BEGIN", async (client) => {
    await makeEmpty(client, address, load);
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
      if (!known.has(table)) throw new Error("a backup has rows of an unknown table");
      if (table !== batch.table || batch.rows.length >= rowsAtOnce) {
        await insert();
        batch = { table, rows: [] };
      }
      batch.rows.push(row);
    }
    await insert();
    await continueNumbers(client);
    await client.query("CREATE TABLE restoring (mark TEXT NOT NULL)");
    await client.query("INSERT INTO restoring VALUES ($1)", [load.mark]);
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
