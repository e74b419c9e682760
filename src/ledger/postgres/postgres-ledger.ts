import { closing } from "../../shared/closing.ts";
import { Failure } from "../../shared/failure.ts";
import type { PostgresAddress } from "../../shared/postgres/address.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import { type LogResult, readLog, refuseDamage } from "../file/read-log.ts";
import type { LedgerEvent } from "../format/event.ts";
import { fold } from "../format/fold.ts";
import { isOpen } from "../format/job-status.ts";
import { type ChainedLine, emptyHead, type Head } from "../format/line.ts";
import { HeldLedger, type LedgerLines, type OpeningOptions } from "../held-ledger.ts";
import { checkExpected, type Expected, type LockedLines, refuseOtherContent } from "../locked-lines.ts";
import type { LedgerNotice, LedgerProblem } from "../problem.ts";
import { confirmationLastsMs, type LedgerStore } from "../store.ts";
import { asUnreachable, ConnectionLost, isRefusedWith, openSession, Session } from "./session.ts";
import { makeTables, tablesVersion } from "./tables.ts";

interface LockOptions {
  readonly address: PostgresAddress;
  /** The ledger's name in its database. */
  readonly name: string;
  readonly holder: string;
  readonly mustExist: boolean;
  /** The start of the paths of rescue files that earlier versions left in the course's folder. */
  readonly rescuePath?: string;
  readonly world: Pick<World, "monotonic" | "random" | "sleep">;
}

export interface PostgresLedgerOptions extends OpeningOptions, Omit<LockOptions, "world"> {
  readonly rescuePath: string;
  readonly world: Pick<World, "now" | "monotonic" | "random" | "sleep">;
}

/**
 * Opens a course's ledger in a database for writing: creates the tables if needed, takes the ledger's lock, raises the fencing token and
 * verifies the whole chain. Throws a Failure with a LedgerProblem; then nothing but the token has changed.
 */
export async function openPostgresLedger(options: PostgresLedgerOptions): Promise<LedgerStore> {
  const lines = await PostgresLines.lock(options);
  try {
    return await HeldLedger.open(lines, options);
  } catch (error) {
    throw asUnreachable(error, lines.location);
  }
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

/** The lines of a ledger in a database, locked by a session of its own. */
class PostgresLines implements LedgerLines {
  readonly location: string;
  readonly rescuePath: string;
  readonly notices: LedgerNotice[] = [];
  readonly #options: LockOptions;
  /** The fencing token of this opening, higher than any before. */
  readonly #epoch: number;
  #session: Session;
  /** By the monotonic clock. */
  readonly #heldSince: number;
  /** Whether the connection was ever lost. If so nothing new is bought, but results of earlier purchases are still recorded. */
  #wasLost = false;

  private constructor(options: LockOptions, session: Session, epoch: number) {
    this.location = options.address.locationOf(options.name);
    this.rescuePath = options.rescuePath ?? "";
    this.#options = options;
    this.#session = session;
    this.#epoch = epoch;
    this.#heldSince = options.world.monotonic();
  }

  /**
   * Takes a session lock on a connection of its own, and raises the fencing token, which shuts out a holder that has lost its lock without noticing.
   * Creates the tables if needed.
   */
  static async lock(options: LockOptions): Promise<PostgresLines> {
    const { address, name } = options;
    const path = address.locationOf(name);
    const session = await openSession(address, { path, name: sessionName(options) });
    try {
      if (options.mustExist && (await tablesVersion(session, path)) === 0)
        throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
      await refusePooler(session, path, options);
      const tables = await makeTables(session, path);
      await takeLock(session, path, options);
      const lines = new PostgresLines(options, session, await raiseEpoch(session, path, options));
      if (tables === 1) lines.notices.push({ code: "ledger_tables_migrated", path });
      return lines;
    } catch (error) {
      await session.close().catch(() => undefined);
      throw asUnreachable(error, path);
    }
  }

  read(): Promise<LogResult> {
    return readLines(this.#session, this.#options.name);
  }

  async setAside({ head }: LogResult, ending: string): Promise<void> {
    const { name } = this.#options;
    await this.#session.transaction(async () => {
      await this.#checkEpoch(head);
      const names = [name, `${name}.${ending}`];
      await this.#session.query(
        `INSERT INTO coursebinder.ledgers (ledger, epoch, holder)
         SELECT $2, epoch, holder FROM coursebinder.ledgers WHERE ledger = $1`,
        names,
      );
      await this.#session.query("UPDATE coursebinder.events SET ledger = $2 WHERE ledger = $1", names);
    });
  }

  async makeReady(): Promise<null> {
    return null;
  }

  async write(line: ChainedLine, check: () => void): Promise<void> {
    const { event, after } = line;
    if (event.type === "creation.intended" && this.#hasBeenLost()) throw this.#connectionLost();
    if (event.type === "creation.resolved" && event.how === "not-created") await this.#outlastFormerHolder();
    try {
      await this.#append(line, check);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      this.#wasLost = true;
      const end = await this.#regain(after);
      if (end === null) throw error;
      if (isSameHead(end, event)) return;
      // The event is absent and stays absent: the session that could still have written it has ended.
      if (event.type === "creation.intended" && isSameHead(end, after)) throw this.#connectionLost();
      await this.#append(line, check);
    }
  }

  /** A process that was suspended while it held the ledger may wake and send its request, as long as its last confirmation is fresh. */
  async #outlastFormerHolder(): Promise<void> {
    const leftMs = this.#heldSince + formerHolderMs - this.#options.world.monotonic();
    if (leftMs > 0) await this.#options.world.sleep(leftMs);
  }

  /** Writes one event in a transaction that first checks that this process still holds the ledger and knows all of it. */
  #append({ event, line, after }: ChainedLine, check: () => void): Promise<void> {
    return this.#session.transaction(async () => {
      await this.#checkHolding(after);
      check();
      await this.#insert([event], line, "now");
    });
  }

  async confirm(head: Head): Promise<void> {
    if (this.#hasBeenLost()) throw this.#connectionLost();
    try {
      await this.#session.transaction(() => this.#checkHolding(head));
    } catch (error) {
      throw error instanceof Failure ? error : this.#connectionLost();
    }
  }

  // The database is an older one: only this process knows what it lacks. Otherwise another run may have gone on, and the mirror would part from it.
  isEndOurs(failure: LedgerProblem["code"] | null): boolean {
    return failure === "ledger_grown_by_other";
  }

  async removeUnused(): Promise<boolean> {
    return false;
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  /** Appends events with the times that they have, all or nothing: a partly copied ledger would buy the missing lessons again. */
  async copy(events: readonly LedgerEvent[], lines: string): Promise<void> {
    await this.#session.transaction(async () => {
      await this.#checkEpoch(emptyHead);
      await this.#insert(events, lines, "as-written");
    });
  }

  #hasBeenLost(): boolean {
    this.#wasLost ||= this.#session.isLost;
    return this.#wasLost;
  }

  #connectionLost(): Failure<LedgerProblem> {
    return new Failure<LedgerProblem>({ code: "ledger_connection_lost", path: this.location });
  }

  async #checkHolding(head: Head): Promise<void> {
    await this.#checkEpoch(head);
    const path = this.location;
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
    throw new Failure<LedgerProblem>({ code, path: this.location });
  }

  async #readHead(): Promise<Head> {
    const [row] = await this.#session.query(
      "SELECT seq, hash FROM coursebinder.events WHERE ledger = $1 ORDER BY seq DESC LIMIT 1",
      [this.#options.name],
    );
    return row === undefined ? emptyHead : { seq: Number(row.seq), hash: String(row.hash) };
  }

  /**
   * `lines`: the events' lines, each with its line feed. `recorded`: the server's time, or for a copy the event's own time unless that lies in the future.
   */
  async #insert(
    events: readonly LedgerEvent[],
    lines: string,
    recorded: "now" | "as-written",
  ): Promise<void> {
    await this.#session.query(
      `INSERT INTO coursebinder.events (ledger, seq, hash, line, recorded_at, type)
       SELECT $1, seq, hash, line, least(coalesce(at::timestamptz, clock_timestamp()), clock_timestamp()), type
       FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])
         AS added (seq, hash, line, at, type)`,
      [
        this.#options.name,
        events.map(({ seq }) => seq),
        events.map(({ hash }) => hash),
        lines.split("\n").slice(0, -1),
        events.map(({ at }) => (recorded === "now" ? null : at)),
        events.map(({ type }) => type),
      ],
    );
  }

  /**
   * Locks the ledger again after the connection was lost, unless another run has opened it since. Resolves with its end, which is final: the lost
   * session has ended or holds no lock. Null if the database can't be reached in time. `head`: the end that this process knows.
   */
  async #regain(head: Head): Promise<Head | null> {
    const lost = this.#session.name;
    for (const waitMs of regainWaitsMs) {
      await this.#options.world.sleep(waitMs);
      const session = await Session.open(this.#options.address, sessionName(this.#options)).catch(() => null);
      if (session === null) continue;
      this.#session = session;
      try {
        return await this.#settleAfter(lost, head);
      } catch (error) {
        const wasLostAgain = session.isLost;
        await session.close().catch(() => undefined);
        if (!wasLostAgain) throw error;
      }
    }
    return null;
  }

  async #settleAfter(lost: string, head: Head): Promise<Head> {
    const session = this.#session;
    await session.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()",
      [lost],
    );
    // Check the fencing token first: if another run has opened the ledger, there is no need to wait for its lock.
    await session.transaction(() => this.#checkEpoch(head));
    try {
      await session.waitForLock(this.#options.name);
    } catch (error) {
      if (!isRefusedWith(error, lockNotAvailable)) throw error;
      throw new Failure<LedgerProblem>({ code: "ledger_taken_over", path: this.location });
    }
    // An unfinished transaction still locks the ledger's row, so what is read after taking that lock is final.
    return session.transaction(async () => {
      await this.#checkEpoch(head);
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
async function holderOf(session: Session, name: string): Promise<string | null> {
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
function isSameHead(one: Head, other: Head): boolean {
  return one.seq === other.seq && one.hash === other.hash;
}

/** Reads and verifies the whole ledger of this name, like a file with the same lines. */
async function readLines(session: Session, name: string): Promise<LogResult> {
  const rows = await session.query(
    "SELECT seq, hash, line, type FROM coursebinder.events WHERE ledger = $1 ORDER BY seq",
    [name],
  );
  const linesOf = (some: typeof rows): Buffer => Buffer.from(some.map(({ line }) => `${line}\n`).join(""));
  const log = readLog(linesOf(rows));
  // Queries use the columns, so those must agree with the hashed line.
  const unfit = log.events.findIndex(({ seq, hash, type }, index) => {
    const { line, ...row } = rows[index] ?? {};
    return Number(row.seq) !== seq || row.hash !== hash || row.type !== type || String(line).includes("\n");
  });
  if (unfit === -1) return log;
  const before = readLog(linesOf(rows.slice(0, unfit)));
  return { ...before, damage: { line: unfit + 1, offset: before.lines.length, fault: "columns" } };
}

function sessionName({ world }: Pick<LockOptions, "world">): string {
  return `coursebinder ${randomUuid(world)}`;
}

interface DatabasePlace extends Omit<LockOptions, "mustExist"> {
  readonly expected?: Expected;
}

/**
 * Opens the ledger of this name in a database to read or write whole lines. If a ledger that is to be read has an open creation, resolves only once no
 * suspended holder can still send that creation: the person who gets the copy may declare the creation absent at once. Throws a Failure with a
 * LedgerProblem if the ledger is locked, damaged, or not as expected.
 */
export async function openPostgresLines({
  expected = "either",
  ...place
}: DatabasePlace): Promise<LockedLines> {
  const lines = await PostgresLines.lock({ ...place, mustExist: expected === "ledger" });
  const { location } = lines;
  try {
    const found = await lines.read();
    checkExpected(found.lines.length > 0 || found.damage !== null, expected, location);
    refuseDamage(found, location);
    const jobs = expected === "ledger" ? [...fold(found.events).jobs.values()] : [];
    if (jobs.some(({ attempts }) => attempts.some(isOpen))) await place.world.sleep(formerHolderMs);
    return {
      location,
      found,
      async complete(whole) {
        try {
          const isLonger = whole.subarray(0, found.lines.length).equals(found.lines);
          if (!isLonger) await lines.setAside(found, `unused-${randomUuid(place.world)}`);
          const kept = isLonger ? found : { lines: [], events: [] };
          const added = readLog(whole).events.slice(kept.events.length);
          await lines.copy(added, whole.toString("utf8", kept.lines.length));
          const now = await lines.read();
          refuseDamage(now, location);
          refuseOtherContent(now.lines, whole, location);
        } catch (error) {
          throw asUnreachable(error, location);
        }
      },
      close: () => lines.close(),
    };
  } catch (error) {
    await lines.close().catch(() => undefined);
    throw asUnreachable(error, location);
  }
}

/**
 * Reads a ledger without locking it; null if there is none. Creates nothing. Throws a Failure with a LedgerProblem if the database can't be
 * reached or has tables of another version.
 */
export function readPostgresLedger(address: PostgresAddress, ledger: string): Promise<LogResult | null> {
  return reading(address, address.locationOf(ledger), async (session) => {
    const result = await readLines(session, ledger);
    return result.events.length === 0 && result.damage === null ? null : result;
  });
}

/** The names of the ledgers in a database, sorted. Throws as `readPostgresLedger` does. */
export async function listLedgers(address: PostgresAddress): Promise<readonly string[]> {
  const rows = await reading(address, address.location, (session) =>
    session.query("SELECT DISTINCT ledger FROM coursebinder.events"),
  );
  return (rows ?? []).map(({ ledger }) => String(ledger)).sort();
}

/**
 * Who holds the lock of a ledger in a database; null if it is free. Takes no lock itself, so it never blocks a run. Throws as
 * `readPostgresLedger` does.
 */
export function postgresHolder(address: PostgresAddress, ledger: string): Promise<string | null> {
  return reading(address, address.locationOf(ledger), async (session) =>
    (await session.isLocked(ledger)) ? ((await holderOf(session, ledger)) ?? "another process") : null,
  );
}

/** Reads on a connection of its own; null if the database has no tables. */
async function reading<Result>(
  address: PostgresAddress,
  path: string,
  read: (session: Session) => Promise<Result>,
): Promise<Result | null> {
  const session = await openSession(address, { path, name: "coursebinder reader" });
  return closing(session, async () => {
    try {
      return (await tablesVersion(session, path)) === 0 ? null : await read(session);
    } catch (error) {
      throw asUnreachable(error, path);
    }
  });
}
