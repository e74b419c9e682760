import { Failure } from "../../shared/failure.ts";
import { type PurchaseLimits, refuseIntention, type StartsLimit } from "../format/ceilings.ts";
import type { LedgerEvent } from "../format/event.ts";
import { jobKey } from "../format/fold.ts";
import { isAbsent } from "../format/job-status.ts";
import type { Head } from "../format/line.ts";
import type { LedgerState } from "../format/state.ts";
import type { LedgerProblem } from "../problem.ts";
import type { Session } from "./session.ts";

/** A ledger as its holder knows it. `epoch`: the fencing token, raised at every opening. */
export interface LedgerHold {
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
  readonly limits: PurchaseLimits | undefined;
  /** The holder's earlier events, which are all that the ledger has, and their folded state. */
  readonly events: readonly LedgerEvent[];
  readonly state: LedgerState;
}

/**
 * Writes one event in a transaction that first checks that the ledger has not been opened by another run and ends where the holder expects.
 * Throws a Failure with a LedgerProblem, and then nothing was written; or a ConnectionLost, and then it is unknown whether it was.
 */
export async function appendEvent(
  session: Session,
  ledger: LedgerHold,
  { event, line, limits, events, state }: Addition,
): Promise<void> {
  await session.transaction(async () => {
    await checkHolding(session, ledger);
    refuseIntention(event, { state, limits, path: ledger.path });
    if (event.type === "creation.intended" && limits?.starts)
      await checkStarts(session, ledger, { limit: limits.starts, events, state });
    await insertEvents(session, ledger.name, [{ event, line }], "now");
  });
}

/**
 * Checks, in a transaction, that the ledger has not been opened by another run, that this connection's backend holds the lock, and that the
 * ledger ends where its holder expects. Throws a Failure with a LedgerProblem.
 */
export async function checkHolding(session: Session, ledger: LedgerHold): Promise<void> {
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
export async function checkEpoch(session: Session, { name, epoch, path, head }: LedgerHold): Promise<void> {
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

/**
 * Throws a Failure with a LedgerProblem unless a paid start is free. The database's clock says when each was recorded, so that machines with different
 * clocks agree; the state says which creations and narrations count.
 */
async function checkStarts(
  session: Session,
  { name, path }: LedgerHold,
  { limit, events, state }: Pick<Addition, "events" | "state"> & { readonly limit: StartsLimit },
): Promise<void> {
  const { count, windowMs, withNarrations } = limit;
  const recent = await session.query(
    `SELECT seq, $2 - 1000 * extract(epoch FROM clock_timestamp() - recorded_at)::double precision AS wait
     FROM coursebinder.events WHERE ledger = $1 AND recorded_at > clock_timestamp() - $2 * interval '1 millisecond'
       AND type IN ('creation.intended', 'story.observed') ORDER BY recorded_at DESC`,
    [name, windowMs],
  );
  const starts = recent.filter(({ seq }) => isPaidStart(events[Number(seq) - 1], state, withNarrations));
  const waitMs = Number(starts[count - 1]?.wait ?? 0);
  if (waitMs > 0)
    throw new Failure<LedgerProblem>({ code: "ledger_starts_spent", path, waitMs: Math.ceil(waitMs) });
}

/** Whether an event is of a creation that is not proven absent, or the first that shows an audiobook as started. */
function isPaidStart(
  event: LedgerEvent | undefined,
  { jobs }: LedgerState,
  withNarrations: boolean,
): boolean {
  if (event?.type === "creation.intended") {
    const { attempts } = jobs.get(jobKey(event.edition, event.job)) ?? { attempts: [] };
    return attempts.some((attempt) => attempt.attempt === event.attempt && !isAbsent(attempt));
  }
  if (event?.type !== "story.observed" || !withNarrations) return false;
  const story = jobs.get(jobKey(event.edition, event.job))?.stories.get(event.id);
  return story?.started?.seq === event.seq;
}

/** Inserts events with their lines. `recorded`: the server's time, or for a copy the event's own time unless that lies in the future. */
export async function insertEvents(
  session: Session,
  name: string,
  events: readonly { readonly event: LedgerEvent; readonly line: string }[],
  recorded: "now" | "as-written",
): Promise<void> {
  const at = events.map(({ event }) => Date.parse(event.at));
  await session.query(
    `INSERT INTO coursebinder.events (ledger, seq, hash, line, recorded_at, type)
     SELECT $1, seq, hash, line, least(coalesce(to_timestamp(ms / 1000), clock_timestamp()), clock_timestamp()), type
     FROM unnest($2::bigint[], $3::text[], $4::text[], $5::double precision[], $6::text[])
       AS added (seq, hash, line, ms, type)`,
    [
      name,
      events.map(({ event }) => event.seq),
      events.map(({ event }) => event.hash),
      events.map(({ line }) => line),
      at.map((ms) => (recorded === "now" || Number.isNaN(ms) ? null : ms)),
      events.map(({ event }) => event.type),
    ],
  );
}

/** Renames a locked ledger's events, so that a new ledger can start under its name. */
export async function setAside(session: Session, held: LedgerHold, otherName: string): Promise<void> {
  await session.transaction(async () => {
    await checkEpoch(session, held);
    await session.query(
      `INSERT INTO coursebinder.ledgers (ledger, epoch, holder)
       SELECT $2, epoch, holder FROM coursebinder.ledgers WHERE ledger = $1`,
      [held.name, otherName],
    );
    await session.query("UPDATE coursebinder.events SET ledger = $2 WHERE ledger = $1", [
      held.name,
      otherName,
    ]);
  });
}
