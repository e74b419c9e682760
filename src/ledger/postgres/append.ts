import { Failure } from "../../shared/failure.ts";
import { canonicalUuid } from "../../shared/uuid.ts";
import type { LedgerEvent } from "../format/event.ts";
import type { CreationGuard } from "../format/guard.ts";
import { refuseIntention } from "../format/intention-check.ts";
import type { Head } from "../format/line.ts";
import type { LedgerState } from "../format/state.ts";
import type { LedgerProblem } from "../problem.ts";
import { columnNames, columnsOf } from "./columns.ts";
import type { Row, Session } from "./session.ts";
import { checkStarts } from "./starts.ts";

/** A ledger as its holder knows it. `epoch`: the fencing token, raised at every opening. */
export interface HeldLedger {
  /** The ledger's name in its database. */
  readonly name: string;
  readonly path: string;
  readonly epoch: number;
  readonly head: Head;
}

export interface Addition {
  readonly event: LedgerEvent;
  /** The event's line without its line feed. */
  readonly line: string;
  readonly guard: CreationGuard | undefined;
  /** The folded state of the holder's earlier events. */
  readonly state: LedgerState;
}

/**
 * Writes one event in a transaction that first checks that the ledger has not been opened by another run and ends where the holder expects.
 * Throws a Failure with a LedgerProblem, and then nothing was written; or a ConnectionLost, and then it is unknown whether it was.
 */
export async function appendEvent(
  session: Session,
  ledger: HeldLedger,
  { event, line, guard, state }: Addition,
): Promise<void> {
  await session.transaction(async () => {
    await checkHolding(session, ledger);
    // The holder has all events, so its state is the ledger's.
    refuseIntention(event, { state, ceilings: guard?.credits, path: ledger.path });
    if (event.type === "creation.intended" && guard?.starts) await checkStarts(session, ledger, guard.starts);
    await insertEvents(session, ledger.name, [{ event, line }], "now");
  });
}

/**
 * Checks, in a transaction, that the ledger has not been opened by another run, that this connection's backend holds the lock, and that the
 * ledger ends where its holder expects. Throws a Failure with a LedgerProblem.
 */
export async function checkHolding(session: Session, ledger: HeldLedger): Promise<void> {
  await checkEpoch(session, ledger);
  const { name, path, head } = ledger;
  if (!(await session.holdsLock(name))) throw new Failure<LedgerProblem>({ code: "ledger_pooled", path });
  if (isSameHead(await readHead(session, name), head)) return;
  throw new Failure<LedgerProblem>({ code: "ledger_grown_by_other", path });
}

/**
 * Locks the ledger's row until the transaction ends, so that openings and other appends wait. A restored backup brings back an older
 * fencing token, which another run may have been given since; if the database lacks events that the holder knows, this reports that
 * instead.
 */
export async function checkEpoch(session: Session, { name, epoch, path, head }: HeldLedger): Promise<void> {
  const [row] = await session.query("SELECT epoch FROM coursebinder.ledgers WHERE ledger = $1 FOR UPDATE", [
    name,
  ]);
  if (Number(row?.epoch) === epoch) return;
  const isThere = await hasEvent(session, name, head);
  throw new Failure<LedgerProblem>({ code: isThere ? "ledger_taken_over" : "ledger_grown_by_other", path });
}

/** Whether the ledger contains the event that a head names. */
async function hasEvent(session: Session, name: string, { seq, hash }: Head): Promise<boolean> {
  if (seq === 0) return true;
  const rows = await session.query(
    "SELECT 1 FROM coursebinder.events WHERE ledger = $1 AND seq = $2 AND hash = $3",
    [name, seq, hash],
  );
  return rows.length > 0;
}

/** Whether two heads name the same event, or both are empty. */
export function isSameHead(one: Head, other: Head): boolean {
  return one.seq === other.seq && (one.seq === 0 || one.hash === other.hash);
}

/** The ledger's head in the database; the empty head if it has no events. */
export async function readHead(session: Session, name: string): Promise<Head> {
  const [row] = await session.query(
    "SELECT seq, hash FROM coursebinder.events WHERE ledger = $1 ORDER BY seq DESC LIMIT 1",
    [name],
  );
  return row === undefined ? { seq: 0, hash: "" } : { seq: Number(row.seq), hash: String(row.hash) };
}

/** Inserts events with their lines. `recorded`: the server's time, or for a copy the event's own time unless that lies in the future. */
export async function insertEvents(
  session: Session,
  name: string,
  events: readonly { readonly event: LedgerEvent; readonly line: string }[],
  recorded: "now" | "as-written",
): Promise<void> {
  const types: Readonly<Record<string, string>> = {
    credits: "double precision",
    audiobook: "double precision",
    started: "boolean",
  };
  const columns = events.map(({ event }) => columnsOf(event));
  const values = columnNames.map((name) => columns.map((row) => row[name]));
  const at = events.map(({ event }) => (recorded === "now" ? Number.NaN : Date.parse(event.at)));
  const arrays = columnNames.map((name, index) => `$${index + 6}::${types[name] ?? "text"}[]`);
  await session.query(
    `INSERT INTO coursebinder.events (ledger, seq, hash, line, recorded_at, ${columnNames.join(", ")})
     SELECT $1, seq, hash, line, least(coalesce(to_timestamp(ms / 1000), clock_timestamp()), clock_timestamp()),
       ${columnNames.join(", ")}
     FROM unnest($2::bigint[], $3::text[], $4::text[], $5::double precision[], ${arrays.join(", ")})
       AS added (seq, hash, line, ms, ${columnNames.join(", ")})`,
    [
      name,
      events.map(({ event }) => event.seq),
      events.map(({ event }) => event.hash),
      events.map(({ line }) => line),
      at.map((ms) => (Number.isNaN(ms) ? null : ms)),
      ...values,
    ],
  );
}

/** Whether the columns that the database's checks use agree with the line. */
export function columnsFit(event: LedgerEvent, row: Row): boolean {
  const columns = columnsOf(event);
  return (
    Number(row.seq) === event.seq &&
    row.hash === event.hash &&
    columnNames.every((name) => columns[name] === (name === "story" ? canonicalOf(row[name]) : row[name]))
  );
}

// An older version may have stored an id in upper case, in the column as in the line.
function canonicalOf(story: Row[string] | undefined): Row[string] | undefined {
  return typeof story === "string" ? canonicalUuid(story) : story;
}
