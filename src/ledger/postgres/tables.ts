import { Failure } from "../../shared/failure.ts";
import { readShipped } from "../../shared/files/shipped-file.ts";
import type { LedgerProblem } from "../problem.ts";
import type { Session } from "./session.ts";

/** The version of the tables that `FORMAT.md` describes; `migrations/<n>.sql` makes version n from the one before. Newer tables are left unchanged. */
const newestVersion = 2;

// An arbitrary but fixed lock number, so that two processes that create the tables at once create them once.
const makersLock = 7_364_216_512;

/**
 * The version of the database's tables; 0 if there are no tables. The parts that are read are the same in every version. Throws a Failure with a
 * LedgerProblem if this program doesn't know the version.
 */
export async function tablesVersion(session: Session, path: string): Promise<number> {
  // Use a query: functions that look up names may answer from a snapshot taken before another session created the schema.
  const [row] = await session.query(
    `SELECT EXISTS (
       SELECT FROM pg_catalog.pg_class AS tables JOIN pg_catalog.pg_namespace AS schemas
         ON schemas.oid = tables.relnamespace
       WHERE schemas.nspname = 'coursebinder' AND tables.relname = 'format'
     ) AS made`,
  );
  if (row?.made !== true) return 0;
  const rows = await session.query("SELECT version FROM coursebinder.format");
  const version = rows.length === 1 ? Number(rows[0]?.version) : Number.NaN;
  if (version >= 1 && version <= newestVersion) return version;
  const found = rows.length === 0 ? "none" : rows.map((one) => one.version).join(", ");
  throw new Failure<LedgerProblem>({ code: "ledger_tables_unknown", path, found, newest: newestVersion });
}

/**
 * Creates the tables if they are missing, or brings older ones to the newest version: all or nothing, and not while a run holds any ledger in them.
 * Resolves with the version that the tables had. Throws a Failure with a LedgerProblem as `tablesVersion` does, or if a ledger is held.
 */
export async function makeTables(session: Session, path: string): Promise<number> {
  const found = await tablesVersion(session, path);
  if (found === newestVersion) return found;
  return session.transaction(async () => {
    await session.query("SELECT pg_advisory_xact_lock($1)", [makersLock]);
    const version = await tablesVersion(session, path);
    if (version === 0) {
      // Check first: creating a schema requires a privilege that later users may not have.
      const schemas = await session.query(
        "SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname = 'coursebinder'",
      );
      if (schemas.length === 0) await session.query("CREATE SCHEMA coursebinder");
    } else if (version < newestVersion) await lockAllLedgers(session, path);
    for (let next = version + 1; next <= newestVersion; next++) {
      const statements = readShipped(new URL(`./migrations/${next}.sql`, import.meta.url));
      await session.query(statements.toString("utf8"));
    }
    return version;
  });
}

/** A run of an older version could not record what it has bought in tables that were changed meanwhile. */
async function lockAllLedgers(session: Session, path: string): Promise<void> {
  for (const row of await session.query("SELECT ledger, holder FROM coursebinder.ledgers")) {
    if (await session.tryLock(String(row.ledger), "transaction")) continue;
    throw new Failure<LedgerProblem>({ code: "ledger_held", path, holder: String(row.holder) });
  }
}
