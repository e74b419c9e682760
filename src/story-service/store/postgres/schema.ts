import type pg from "pg";
import { Failure } from "../../../shared/failure.ts";
import type { StartProblem } from "../../start-problem.ts";
import { migrations } from "../migrations.ts";

/** The schema that holds the service's tables, so that a database may hold other things too, such as ledgers. */
export const schemaName = "story_service";

// An arbitrary but fixed lock number, so that of several processes that start at once one makes the tables.
const makersLock = 7_364_216_513;

/**
 * Makes the tables or brings them to this version, in one transaction. Fails with `database_of_others` if the schema holds something else, which stays
 * untouched, and with `database_too_new` for a later version's.
 */
export async function migrate(client: pg.ClientBase, location: string): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query("SELECT pg_advisory_xact_lock($1::bigint)", [makersLock]);
    const version = await versionOf(client, location);
    await advance(client, { from: version, to: migrations.length });
    await client.query("COMMIT");
  } catch (error) {
    // If even that fails, the connection is lost and the transaction with it.
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/**
 * Makes the tables of a version, for the rows of a backup, inside the caller's transaction. False, with nothing changed, if the database has tables of a
 * service or others in its schema.
 */
export async function makeTables(client: pg.ClientBase, version: number): Promise<boolean> {
  await client.query("SELECT pg_advisory_xact_lock($1::bigint)", [makersLock]);
  if ((await tableNames(client)).length > 0) return false;
  await versionOf(client, "");
  await advance(client, { from: 0, to: version });
  return true;
}

async function advance(client: pg.ClientBase, { from, to }: { from: number; to: number }): Promise<void> {
  for (const step of migrations.slice(from, to))
    await client.query(typeof step === "string" ? translated(step) : step.postgres);
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
    throw new Failure<StartProblem>({ code: "database_of_others", path: location });
  const known = await client.query<{ version: number }>(`SELECT version FROM ${schemaName}.format`);
  const version = known.rows[0]?.version ?? 0;
  if (version > migrations.length) {
    throw new Failure<StartProblem>({ code: "data_folder_too_new", version, known: migrations.length });
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
