import pg from "pg";
import type { PostgresAddress } from "../../../shared/postgres/address.ts";
import { sessionSettings } from "../../../shared/postgres/session-settings.ts";
import { asDatabaseError } from "./errors.ts";
import { schemaName } from "./schema.ts";

/** The tables in an order in which each refers only to those before it. */
const order = [
  "accounts",
  "oauth_clients",
  "credentials",
  "bearers",
  "stories",
  "books",
  "movements",
  "funds",
  "cap_use",
  "paid_starts",
  "sentinel_refusals",
  "sign_ins",
  "sessions",
  "oauth_codes",
  "refresh_tokens",
  "configured",
  "jobs",
  "audit_log",
  "deleted_accounts",
  "operators",
  "operator_sessions",
  "noted",
];

/** The tables of a database that a backup holds, in that order. Not the version of the format, and not what need not survive a crash. */
export async function tablesOf(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = '${schemaName}' AND relkind = 'r' AND relpersistence = 'p' AND relname <> 'format'`,
  );
  const names = rows.map(({ name }) => name);
  const unknown = names.find((name) => !order.includes(name));
  if (unknown !== undefined) throw new Error(`the table ${unknown} has no place in the order of backups`);
  return order.filter((name) => names.includes(name));
}

/** Works in one transaction of a connection of its own. Fails with a `DatabaseError`. */
export async function inTransaction<Result>(
  address: PostgresAddress,
  begin: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: address.reveal(), connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.query(`SET search_path = ${schemaName};${sessionSettings}`);
    await client.query(begin);
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    throw asDatabaseError(error, true);
  } finally {
    // Closing it ends a transaction that was not committed.
    await client.end().catch(() => undefined);
  }
}
