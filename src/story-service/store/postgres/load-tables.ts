import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type pg from "pg";
import * as z from "zod";
import { Failure } from "../../../shared/failure.ts";
import type { PostgresAddress } from "../../../shared/postgres/address.ts";
import type { OperatorProblem } from "../../operator/problem.ts";
import { makeTables } from "./schema.ts";
import { inTransaction, tablesOf } from "./table-order.ts";

const rowsAtOnce = 500;

const lineSchema = z.strictObject({ table: z.string(), row: z.record(z.string(), z.unknown()) });

/**
 * Makes the tables of a backup's version and fills them with its rows, all in one transaction. A later opening brings them to this version. Fails with
 * `place_not_empty`, and with a `DatabaseError`.
 */
export function loadTables(
  address: PostgresAddress,
  { path, version }: { readonly path: string; readonly version: number },
): Promise<void> {
  return inTransaction(address, "BEGIN", async (client) => {
    if (!(await makeTables(client, version))) {
      throw new Failure<OperatorProblem>({ code: "place_not_empty", place: address.location });
    }
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
      input: createReadStream(path),
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
