import { closing } from "../../shared/closing.ts";
import { Failure } from "../../shared/failure.ts";
import type { PostgresAddress } from "../../shared/postgres/address.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import type { LogResult } from "../file/read-log.ts";
import { type PurchaseLimits, refuseIntention, type StartsLimit } from "../format/ceilings.ts";
import type { LedgerEvent } from "../format/event.ts";
import { jobKey } from "../format/fold.ts";
import { isAbsent } from "../format/job-status.ts";
import { emptyHead, type Head, headOf, readLine } from "../format/line.ts";
import type { LedgerState } from "../format/state.ts";
import type { LedgerProblem } from "../problem.ts";
import { confirmationLastsMs } from "../store.ts";
import { asUnreachable, isRefusedWith, openSession, Session } from "./session.ts";
import { makeTables, tablesVersion } from "./tables.ts";

export interface LockOptions {
  readonly address: PostgresAddress;
  /** The ledger's name in its database. */
  readonly name: string;
  readonly holder: string;
  readonly mustExist: boolean;
  readonly world: Pick<World, "random" | "sleep">;
}

/** An event with its line, without the line feed. */
interface Row {
  readonly event: LedgerEvent;
  readonly line: string;
}

export interface Addition extends Row {
  readonly limits: PurchaseLimits | undefined;
  /** The holder's earlier events, which are all that the ledger has, and their folded state. */
  readonly events: readonly LedgerEvent[];
  readonly state: LedgerState;
}

export interface PostgresResult extends LogResult {
  /** The lines of the events, without their line feeds. */
  readonly lines: readonly string[];
}

/**
 * How long a ledger's former holder, whose process was suspended, may still send the request that its store has confirmed, counted from the takeover of
 * the ledger. In so short a time, the clocks of two machines drift apart by far less than the extra half second.
 */
export const formerHolderMs = confirmationLastsMs + 500;

// A server notices within moments that a process was killed; a live process keeps its lock for longer than this.
const lockWaitsMs = [50, 150, 300, 500];

// A restarting server or network is usually back within this time; otherwise this run gives up.
const regainWaitsMs = [0, 250, 1_000, 3_000, 6_000, 10_000];

/** This many consecutive backend checks expose a lightly loaded pooler; the next append exposes a busy one. */
const poolerLooks = 3;

const lockNotAvailable = "55P03";

/**
 * A ledger in a database that one session has locked. Throws ConnectionLost if it is unknown whether something was written; otherwise throws a Failure
 * with a LedgerProblem, in which case nothing was written.
 */
export class LockedRows {
  readonly path: string;
  /** The version that the tables had before this opening; 0: there were none. */
  readonly tables: number;
  /** The end of the ledger, as its holder knows it. */
  head: Head = emptyHead;
  readonly #options: LockOptions;
  /** The fencing token of this opening, higher than any before. */
  readonly #epoch: number;
  #session: Session;

  private constructor(
    options: LockOptions,
    path: string,
    held: { session: Session; epoch: number; tables: number },
  ) {
    this.#options = options;
    this.path = path;
    this.#session = held.session;
    this.#epoch = held.epoch;
    this.tables = held.tables;
  }

  /**
   * Takes a session lock on a connection of its own, and raises the fencing token, which shuts out a holder that has lost its lock without noticing.
   * Creates the tables if needed.
   */
  static async lock(options: LockOptions): Promise<LockedRows> {
    const { address, name } = options;
    const path = address.locationOf(name);
    const session = await openSession(address, { path, name: sessionName(options) });
    try {
      if (options.mustExist && (await tablesVersion(session, path)) === 0)
        throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
      await refusePooler(session, path, options);
      const tables = await makeTables(session, path);
      await takeLock(session, path, options);
      const epoch = await raiseEpoch(session, path, options);
      return new LockedRows(options, path, { session, epoch, tables });
    } catch (error) {
      await session.close().catch(() => undefined);
      throw asUnreachable(error, path);
    }
  }

  get isLost(): boolean {
    return this.#session.isLost;
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  /** Reads and verifies the whole ledger. Its end is what the holder knows from now on. */
  async read(): Promise<PostgresResult> {
    const result = await readEvents(this.#session, this.#options.name);
    this.head = result.head;
    return result;
  }

  /** The database's clock, in ms since 1970. */
  async clock(): Promise<number> {
    const [row] = await this.#session.query(
      "SELECT 1000 * extract(epoch FROM clock_timestamp())::double precision AS now",
    );
    return Number(row?.now);
  }

  /** Writes one event in a transaction that first checks that this process still holds the ledger and knows all of it. */
  async append({ event, line, limits, events, state }: Addition): Promise<void> {
    await this.#session.transaction(async () => {
      await this.#checkHolding();
      refuseIntention(event, { state, limits, path: this.path });
      if (event.type === "creation.intended" && limits?.starts)
        await this.#checkStarts(limits.starts, events, state);
      await this.#insert([{ event, line }], "now");
    });
    this.head = headOf(event);
  }

  /** Appends events with the times that they have, all or nothing: a partly copied ledger would buy the missing lessons again. */
  async copy(rows: readonly Row[]): Promise<void> {
    await this.#session.transaction(async () => {
      await this.#checkEpoch(emptyHead);
      await this.#insert(rows, "as-written");
    });
  }

  /** Renames the ledger's events, so that a new ledger can start under its name. */
  async setAside(otherName: string): Promise<void> {
    await this.#session.transaction(async () => {
      await this.#checkEpoch(this.head);
      const names = [this.#options.name, otherName];
      await this.#session.query(
        `INSERT INTO coursebinder.ledgers (ledger, epoch, holder)
         SELECT $2, epoch, holder FROM coursebinder.ledgers WHERE ledger = $1`,
        names,
      );
      await this.#session.query("UPDATE coursebinder.events SET ledger = $2 WHERE ledger = $1", names);
    });
  }

  /**
   * Checks that the ledger has not been opened by another run, that this connection's backend holds the lock, and that it ends where its holder
   * expects.
   */
  async confirm(): Promise<void> {
    await this.#session.transaction(() => this.#checkHolding());
  }

  async #checkHolding(): Promise<void> {
    await this.#checkEpoch(this.head);
    const { path, head } = this;
    if (!(await this.#session.holdsLock(this.#options.name)))
      throw new Failure<LedgerProblem>({ code: "ledger_pooled", path });
    if (isSameHead(await this.#readHead(), head)) return;
    throw new Failure<LedgerProblem>({ code: "ledger_grown_by_other", path });
  }

  /**
   * Locks the ledger's row until the transaction ends, so that openings and other appends wait. A restored backup brings back an older fencing token,
   * which another run may have been given since; if the database lacks an event that the holder knows, this reports that instead.
   */
  async #checkEpoch({ seq, hash }: Head): Promise<void> {
    const { name } = this.#options;
    const [row] = await this.#session.query(
      "SELECT epoch FROM coursebinder.ledgers WHERE ledger = $1 FOR UPDATE",
      [name],
    );
    if (Number(row?.epoch) === this.#epoch) return;
    const known = await this.#session.query(
      "SELECT 1 FROM coursebinder.events WHERE ledger = $1 AND seq = $2 AND hash = $3",
      [name, seq, hash],
    );
    const code = seq === 0 || known.length > 0 ? "ledger_taken_over" : "ledger_grown_by_other";
    throw new Failure<LedgerProblem>({ code, path: this.path });
  }

  async #readHead(): Promise<Head> {
    const [row] = await this.#session.query(
      "SELECT seq, hash FROM coursebinder.events WHERE ledger = $1 ORDER BY seq DESC LIMIT 1",
      [this.#options.name],
    );
    return row === undefined ? emptyHead : { seq: Number(row.seq), hash: String(row.hash) };
  }

  /**
   * Checks that a paid start is free. The database's clock says when each was recorded, so that machines with different clocks agree; the state says which
   * creations and narrations count.
   */
  async #checkStarts(
    { count, windowMs, withNarrations }: StartsLimit,
    events: readonly LedgerEvent[],
    state: LedgerState,
  ): Promise<void> {
    const recent = await this.#session.query(
      `SELECT seq, $2 - 1000 * extract(epoch FROM clock_timestamp() - recorded_at)::double precision AS wait
       FROM coursebinder.events WHERE ledger = $1 AND recorded_at > clock_timestamp() - $2 * interval '1 millisecond'
         AND type IN ('creation.intended', 'story.observed') ORDER BY recorded_at DESC`,
      [this.#options.name, windowMs],
    );
    const starts = recent.filter(({ seq }) => isPaidStart(events[Number(seq) - 1], state, withNarrations));
    const waitMs = Math.ceil(Number(starts[count - 1]?.wait ?? 0));
    if (waitMs > 0)
      throw new Failure<LedgerProblem>({ code: "ledger_starts_spent", path: this.path, waitMs });
  }

  /** `recorded`: the server's time, or for a copy the event's own time unless that lies in the future. */
  async #insert(rows: readonly Row[], recorded: "now" | "as-written"): Promise<void> {
    const at = rows.map(({ event }) => (recorded === "now" ? Number.NaN : Date.parse(event.at)));
    await this.#session.query(
      `INSERT INTO coursebinder.events (ledger, seq, hash, line, recorded_at, type)
       SELECT $1, seq, hash, line, least(coalesce(to_timestamp(ms / 1000), clock_timestamp()), clock_timestamp()), type
       FROM unnest($2::bigint[], $3::text[], $4::text[], $5::double precision[], $6::text[])
         AS added (seq, hash, line, ms, type)`,
      [
        this.#options.name,
        rows.map(({ event }) => event.seq),
        rows.map(({ event }) => event.hash),
        rows.map(({ line }) => line),
        at.map((ms) => (Number.isNaN(ms) ? null : ms)),
        rows.map(({ event }) => event.type),
      ],
    );
  }

  /**
   * Locks the ledger again after the connection was lost, unless another run has opened it since. Resolves with its end, which is final: the lost session
   * has ended or holds no lock. Null if the database can't be reached in time.
   */
  async regain(): Promise<Head | null> {
    const lost = this.#session.name;
    for (const waitMs of regainWaitsMs) {
      await this.#options.world.sleep(waitMs);
      const session = await Session.open(this.#options.address, sessionName(this.#options)).catch(() => null);
      if (session === null) continue;
      this.#session = session;
      try {
        return await this.#settleAfter(lost);
      } catch (error) {
        const wasLostAgain = session.isLost;
        await session.close().catch(() => undefined);
        if (!wasLostAgain) throw error;
      }
    }
    return null;
  }

  async #settleAfter(lost: string): Promise<Head> {
    const session = this.#session;
    await session.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()",
      [lost],
    );
    // Check the fencing token first: if another run has opened the ledger, there is no need to wait for its lock.
    await session.transaction(() => this.#checkEpoch(this.head));
    try {
      await session.waitForLock(this.#options.name);
    } catch (error) {
      if (!isRefusedWith(error, lockNotAvailable)) throw error;
      throw new Failure<LedgerProblem>({ code: "ledger_taken_over", path: this.path });
    }
    // An unfinished transaction still locks the ledger's row, so what is read after taking that lock is final.
    return session.transaction(async () => {
      await this.#checkEpoch(this.head);
      return this.#readHead();
    });
  }
}

/**
 * A pooler in transaction mode may run each transaction on another connection and leave the lock behind on one of them, so two runs could
 * hold a ledger at once. A pooler in session mode does no harm.
 */
async function refusePooler(session: Session, path: string, options: LockOptions): Promise<void> {
  if ((await session.backend()).isOwn) return;
  const other = await openSession(options.address, { path, name: sessionName(options) });
  await closing(other, async () => {
    for (let look = 0; look < poolerLooks; look++) {
      const { pid } = await session.backend();
      if (pid === (await other.backend()).pid)
        throw new Failure<LedgerProblem>({ code: "ledger_pooled", path });
    }
  });
}

async function takeLock(session: Session, path: string, { name, world }: LockOptions): Promise<void> {
  for (const waitMs of lockWaitsMs) {
    if (await session.tryLock(name)) return;
    await world.sleep(waitMs);
  }
  if (await session.tryLock(name)) return;
  throw new Failure<LedgerProblem>({ code: "ledger_held", path, holder: await holderOf(session, name) });
}

/** The name given by whoever opened the ledger last; null if there is no such ledger. */
export async function holderOf(session: Session, name: string): Promise<string | null> {
  const [row] = await session.query("SELECT holder FROM coursebinder.ledgers WHERE ledger = $1", [name]);
  return row === undefined ? null : String(row.holder);
}

async function raiseEpoch(
  session: Session,
  path: string,
  { name, holder, mustExist }: LockOptions,
): Promise<number> {
  const [row] = mustExist
    ? await session.query(
        "UPDATE coursebinder.ledgers SET epoch = epoch + 1, holder = $2 WHERE ledger = $1 RETURNING epoch",
        [name, holder],
      )
    : await session.query(
        `INSERT INTO coursebinder.ledgers AS held (ledger, epoch, holder) VALUES ($1, 1, $2)
         ON CONFLICT (ledger) DO UPDATE SET epoch = held.epoch + 1, holder = excluded.holder RETURNING epoch`,
        [name, holder],
      );
  if (row === undefined) throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
  return Number(row.epoch);
}

/** Whether two heads name the same event, or both are empty. */
export function isSameHead(one: Head, other: Head): boolean {
  return one.seq === other.seq && one.hash === other.hash;
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

/** Reads and verifies the whole ledger of this name, like a file with the same lines. */
export async function readEvents(session: Session, name: string): Promise<PostgresResult> {
  const events: LedgerEvent[] = [];
  const lines: string[] = [];
  const tail = { kind: "clean" } as const;
  let head = emptyHead;
  const rows = await session.query(
    "SELECT seq, hash, line, type FROM coursebinder.events WHERE ledger = $1 ORDER BY seq",
    [name],
  );
  for (const row of rows) {
    const line = String(row.line);
    const read = readLine(head, line);
    // Queries use the columns, so those must agree with the hashed line.
    const isFit =
      read.ok &&
      Number(row.seq) === read.event.seq &&
      row.hash === read.event.hash &&
      row.type === read.event.type &&
      !line.includes("\n");
    if (!read.ok || !isFit) {
      const offset = lines.reduce((sum, before) => sum + Buffer.byteLength(before) + 1, 0);
      const fault = read.ok ? "columns" : read.fault;
      return { events, lines, head, tail, damage: { line: lines.length + 1, offset, fault } };
    }
    events.push(read.event);
    lines.push(line);
    head = headOf(read.event);
  }
  return { events, lines, head, tail, damage: null };
}

function sessionName({ world }: Pick<LockOptions, "world">): string {
  return `coursebinder ${randomUuid(world)}`;
}
