import { closing } from "../../shared/closing.ts";
import { Failure } from "../../shared/failure.ts";
import type { PostgresAddress } from "../../shared/postgres/address.ts";
import type { LogResult } from "../file/read-log.ts";
import type { LedgerEvent } from "../format/event.ts";
import { emptyHead, type Head, type LineFault, readLine } from "../format/line.ts";
import type { LedgerProblem } from "../problem.ts";
import { type Row, reasonOf, Session } from "./session.ts";
import { tablesVersion } from "./tables.ts";

export interface PostgresResult extends LogResult {
  /** The lines of the events, without their line feeds. */
  readonly lines: readonly string[];
}

/** Lines per query, so that a large ledger is never in memory twice. */
const linesAtOnce = 5_000;

/** Reads and verifies the whole ledger of this name, like a file with the same lines. */
export async function readEvents(session: Session, name: string): Promise<PostgresResult> {
  const events: LedgerEvent[] = [];
  const lines: string[] = [];
  let head: Head = emptyHead;
  let offset = 0;
  const tail = { kind: "clean" } as const;
  for (;;) {
    const rows = await session.query(
      `SELECT seq, hash, line, type FROM coursebinder.events
       WHERE ledger = $1 AND seq > $2 ORDER BY seq LIMIT ${linesAtOnce}`,
      [name, head.seq],
    );
    for (const row of rows) {
      const result = readRow(head, row);
      if (!result.ok) {
        const damage = { line: events.length + 1, offset, fault: result.fault };
        return { events, lines, head, tail, damage };
      }
      const { event } = result;
      const line = String(row.line);
      events.push(event);
      lines.push(line);
      head = { seq: event.seq, hash: event.hash };
      offset += Buffer.byteLength(line) + 1;
    }
    if (rows.length < linesAtOnce) return { events, lines, head, tail, damage: null };
  }
}

function readRow(head: Head, row: Row): { ok: true; event: LedgerEvent } | { ok: false; fault: LineFault } {
  const line = String(row.line);
  const result = readLine(head, line);
  if (!result.ok) return result;
  // Queries use the columns, so those must agree with the hashed line.
  const { seq, hash, type } = result.event;
  const isFit = Number(row.seq) === seq && row.hash === hash && row.type === type;
  return line.includes("\n") || !isFit ? { ok: false, fault: "columns" } : result;
}

/**
 * Reads a ledger without locking it; null if there is none. Creates nothing. Throws a Failure with a LedgerProblem if the database can't be
 * reached or has tables of another version.
 */
export async function readPostgresLedger(
  address: PostgresAddress,
  ledger: string,
): Promise<PostgresResult | null> {
  const path = address.locationOf(ledger);
  return withSession(address, { path, name: "coursebinder reader" }, async (session) => {
    if ((await tablesVersion(session, path)) === 0) return null;
    const result = await readEvents(session, ledger);
    return result.events.length === 0 && result.damage === null ? null : result;
  });
}

/** The names of the ledgers in a database, sorted. Throws as `readPostgresLedger` does. */
export async function listLedgers(address: PostgresAddress): Promise<readonly string[]> {
  const path = address.location;
  return withSession(address, { path, name: "coursebinder reader" }, async (session) => {
    if ((await tablesVersion(session, path)) === 0) return [];
    const rows = await session.query("SELECT DISTINCT ledger FROM coursebinder.events");
    return rows.map(({ ledger }) => String(ledger)).sort();
  });
}

/**
 * Who holds the lock of a ledger in a database; null if it is free. Takes no lock itself, so it never blocks a run. Throws as
 * `readPostgresLedger` does.
 */
export async function postgresHolder(address: PostgresAddress, ledger: string): Promise<string | null> {
  const path = address.locationOf(ledger);
  return withSession(address, { path, name: "coursebinder reader" }, async (session) => {
    if (!(await session.isLocked(ledger)) || (await tablesVersion(session, path)) === 0) return null;
    const [row] = await session.query("SELECT holder FROM coursebinder.ledgers WHERE ledger = $1", [ledger]);
    return row === undefined ? "another process" : String(row.holder);
  });
}

async function withSession<Result>(
  address: PostgresAddress,
  { path, name }: { path: string; name: string },
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await openSession(address, { path, name });
  return closing(session, async () => {
    try {
      return await work(session);
    } catch (error) {
      throw asUnreachable(error, path);
    }
  });
}

/** Opens a session. Throws a Failure with a LedgerProblem if the database can't be reached. */
export async function openSession(
  address: PostgresAddress,
  { path, name }: { readonly path: string; readonly name: string },
): Promise<Session> {
  try {
    return await Session.open(address, name);
  } catch (error) {
    throw asUnreachable(error, path);
  }
}

/** Wraps a database error from before anything was sent. A Failure, or a bug, is returned unchanged. */
export function asUnreachable(error: unknown, path: string): unknown {
  if (error instanceof Failure || error instanceof TypeError || error instanceof RangeError) return error;
  return new Failure<LedgerProblem>(
    { code: "ledger_unreachable", path, cause: reasonOf(error) },
    { cause: error },
  );
}

/** The database's clock, in ms since 1970. */
export async function readClock(session: Session): Promise<number> {
  const [row] = await session.query(
    "SELECT 1000 * extract(epoch FROM clock_timestamp())::double precision AS now",
  );
  return Number(row?.now);
}
