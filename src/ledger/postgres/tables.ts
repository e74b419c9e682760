import { Failure } from "../../shared/failure.ts";
import type { LedgerProblem } from "../problem.ts";
import type { Session } from "./session.ts";

/** The version of the tables that `FORMAT.md` describes. A database of any other version is left unchanged. */
const tablesVersion = 1;

// An arbitrary but fixed lock number, so that two processes that create the tables at once create them once.
const makersLock = 7_364_216_512;

const definition = `
  CREATE TABLE coursebinder.format (version integer NOT NULL);
  CREATE TABLE coursebinder.ledgers (
    ledger text PRIMARY KEY,
    epoch bigint NOT NULL,
    holder text NOT NULL
  );
  CREATE TABLE coursebinder.events (
    ledger text NOT NULL REFERENCES coursebinder.ledgers,
    seq bigint NOT NULL,
    hash text NOT NULL,
    line text NOT NULL,
    recorded_at timestamptz NOT NULL,
    at text NOT NULL,
    type text NOT NULL,
    edition text,
    job text,
    attempt text,
    story text,
    verdict text,
    credits double precision,
    audiobook double precision,
    status text,
    started boolean,
    PRIMARY KEY (ledger, seq)
  );
  CREATE INDEX events_of_job ON coursebinder.events (ledger, edition, job, seq) WHERE job IS NOT NULL;
  CREATE INDEX intentions ON coursebinder.events (ledger) WHERE type = 'creation.intended';
  CREATE VIEW coursebinder.attempts AS
    SELECT intended.ledger, intended.seq, intended.at, intended.recorded_at,
      intended.edition, intended.job, intended.attempt,
      coalesce(settled.verdict, 'open') AS verdict,
      CASE
        WHEN settled.verdict = 'absent' THEN 0
        WHEN observed.status IN ('failed', 'canceled') THEN observed.spent
        ELSE greatest(intended.credits, observed.spent)
      END AS committed
    FROM coursebinder.events AS intended
    LEFT JOIN LATERAL (
      SELECT verdict, story FROM coursebinder.events AS later
      WHERE later.ledger = intended.ledger AND later.edition = intended.edition AND later.job = intended.job
        AND later.attempt = intended.attempt AND later.verdict IS NOT NULL AND later.seq > intended.seq
      ORDER BY later.seq DESC LIMIT 1
    ) AS settled ON true
    LEFT JOIN LATERAL (
      SELECT status, credits + CASE WHEN started THEN intended.audiobook ELSE 0 END AS spent
      FROM coursebinder.events AS seen
      WHERE seen.ledger = intended.ledger AND seen.edition = intended.edition AND seen.job = intended.job
        AND seen.type = 'story.observed' AND seen.story = settled.story AND settled.verdict = 'present'
      ORDER BY seen.seq DESC LIMIT 1
    ) AS observed ON true
    WHERE intended.type = 'creation.intended';
  INSERT INTO coursebinder.format (version) VALUES (${tablesVersion})`;

/**
 * Whether the database has the tables. Throws a Failure with a LedgerProblem if they have an unknown version, or if the database's encoding
 * can't store a line's bytes unchanged.
 */
export async function hasTables(session: Session, path: string): Promise<boolean> {
  // Use a query: functions that look up names may answer from a snapshot taken before another session created the schema.
  const [row] = await session.query(
    `SELECT current_setting('server_encoding') AS encoding, EXISTS (
       SELECT FROM pg_catalog.pg_class AS tables JOIN pg_catalog.pg_namespace AS schemas
         ON schemas.oid = tables.relnamespace
       WHERE schemas.nspname = 'coursebinder' AND tables.relname = 'format'
     ) AS made`,
  );
  if (row?.encoding !== "UTF8") {
    const cause = `its encoding is ${String(row?.encoding)}, not UTF8`;
    throw new Failure<LedgerProblem>({ code: "ledger_unreachable", path, cause });
  }
  if (row.made !== true) return false;
  const versions = (await session.query("SELECT version FROM coursebinder.format")).map(
    ({ version }) => version,
  );
  if (versions.length !== 1 || versions[0] !== tablesVersion) {
    const found = versions.length === 0 ? "none" : versions.join(", ");
    throw new Failure<LedgerProblem>({ code: "ledger_tables_unknown", path, found });
  }
  return true;
}

/** Creates the tables if they are missing, all or none. Throws as `hasTables` does. */
export async function makeTables(session: Session, path: string): Promise<void> {
  if (await hasTables(session, path)) return;
  await session.transaction(async () => {
    await session.query("SELECT pg_advisory_xact_lock($1)", [makersLock]);
    if (await hasTables(session, path)) return;
    // Check first: creating a schema requires a privilege that later users may not have.
    const schemas = await session.query(
      "SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname = 'coursebinder'",
    );
    if (schemas.length === 0) await session.query("CREATE SCHEMA coursebinder");
    await session.query(definition);
  });
}
