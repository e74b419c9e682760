import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { PostgresAddress } from "../../../shared/postgres/address.ts";
import { inTransaction, tablesOf } from "./table-order.ts";

const rowsAtOnce = 500;

/** All tables as of one instant, a line of JSON for each row: `{"table": …, "row": …}`. Memory does not grow with the database. */
export function dumpTables(address: PostgresAddress): AsyncIterable<Buffer> {
  const lines = new PassThrough();
  const dumping = inTransaction(
    address,
    "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    async (client) => {
      const read = async function* (): AsyncIterable<string> {
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
      };
      await pipeline(read, lines);
    },
  );
  dumping.catch((error: Error) => lines.destroy(error));
  return lines;
}
