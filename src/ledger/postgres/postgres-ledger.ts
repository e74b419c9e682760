import { closing } from "../../shared/closing.ts";
import { Failure } from "../../shared/failure.ts";
import type { PostgresAddress } from "../../shared/postgres/address.ts";
import type { World } from "../../shared/world.ts";
import { eventsIn, type LogResult, readLog, refuseDamage } from "../file/read-log.ts";
import type { LedgerEvent } from "../format/event.ts";
import { isOpen } from "../format/job-status.ts";
import { type ChainedLine, emptyHead, type Head } from "../format/line.ts";
import { HeldLedger, type LedgerLines, type OpeningOptions } from "../held-ledger.ts";
import { checkExpected, type Expected, type LockedLines } from "../locked-lines.ts";
import type { LedgerNotice, LedgerProblem } from "../problem.ts";
import { confirmationLastsMs, type LedgerStore } from "../store.ts";
import { Session } from "./session.ts";
import { makeTables, tablesVersion } from "./tables.ts";

interface LockOptions {
  readonly address: PostgresAddress;
  /** The ledger's name in its database. */
  readonly name: string;
  readonly holder: string;
  readonly mustExist: boolean;
  readonly world: Pick<World, "monotonic" | "sleep">;
}

export interface PostgresLedgerOptions extends OpeningOptions, Omit<LockOptions, "world"> {
  readonly world: Pick<World, "now" | "monotonic" | "random" | "sleep">;
}

/**
 * Opens a course's ledger in a database for writing: creates the tables if needed, takes the ledger's lock, raises the fencing token and
 * verifies the whole chain. Throws a Failure with a LedgerProblem; then nothing but the token has changed.
 */
export async function openPostgresLedger(options: PostgresLedgerOptions): Promise<LedgerStore> {
  return HeldLedger.open(await PostgresLines.lock(options), options);
}

/**
 * How long a ledger's former holder, whose process was suspended, may still send the request that its store has confirmed, counted from the takeover of
 * the ledger. In so short a time, the clocks of two machines drift apart by far less than the extra half second.
 */
export const formerHolderMs = confirmationLastsMs + 500;

// A server notices within moments that a process was killed; a live process keeps its lock for longer than this.
const lockWaitsMs = [50, 150, 300, 500];

/** The lines of a ledger in a database, locked by a session of its own. */
class PostgresLines implements LedgerLines {
  readonly location: string;
  readonly rescuePath = null;
  readonly notices: LedgerNotice[] = [];
  readonly #options: LockOptions;
  /** The fencing token of this opening, higher than any before. */
  readonly #epoch: number;
  readonly #session: Session;
  /** By the monotonic clock. */
  readonly #heldSince: number;

  private constructor(options: LockOptions, session: Session, epoch: number) {
    this.location = options.address.locationOf(options.name);
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
    const session = await Session.open(address, { path, name: "coursebinder writer" });
    try {
      if (options.mustExist && (await tablesVersion(session, path)) === 0)
        throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
      await refusePooler(session, path, options);
      const tables = await makeTables(session, path);
      await takeLock(session, path, options);
      const lines = new PostgresLines(options, session, await raiseEpoch(session, options));
      if (tables === 1) lines.notices.push({ code: "ledger_tables_migrated", path });
      return lines;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  read(events?: LedgerEvent[]): Promise<LogResult> {
    return readLines(this.#session, this.#options.name, events);
  }

  async makeReady(): Promise<null> {
    return null;
  }

  async write({ event, line, after }: ChainedLine, check: () => void): Promise<void> {
    if (event.type === "creation.resolved" && event.how === "not-created") await this.#outlastFormerHolder();
    await this.#session.transaction(async () => {
      await this.#checkHolding(after);
      check();
      await this.#insert([event], line);
    });
  }

  /** A process that was suspended while it held the ledger may wake and send its request, as long as its last confirmation is fresh. */
  async #outlastFormerHolder(): Promise<void> {
    const leftMs = this.#heldSince + formerHolderMs - this.#options.world.monotonic();
    if (leftMs > 0) await this.#options.world.sleep(leftMs);
  }

  confirm(head: Head): Promise<void> {
    return this.#session.transaction(() => this.#checkHolding(head));
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  /** Replaces all lines, all or nothing: a partly copied ledger would buy the missing lessons again. `head`: of the lines that are there. */
  async replace(head: Head, lines: Buffer): Promise<void> {
    const events = eventsIn({ lines });
    await this.#session.transaction(async () => {
      await this.#checkHolding(head);
      await this.#session.query("DELETE FROM coursebinder.events WHERE ledger = $1", [this.#options.name]);
      await this.#insert(events, lines.toString("utf8"));
    });
  }

  /**
   * Locks the ledger's row until the transaction ends, so that openings and other appends wait. A restored backup brings back an older fencing token,
   * which another run may have been given since.
   */
  async #checkHolding(head: Head): Promise<void> {
    const [path, names] = [this.location, [this.#options.name]];
    const [row] = await this.#session.query(
      "SELECT epoch FROM coursebinder.ledgers WHERE ledger = $1 FOR UPDATE",
      names,
    );
    if (Number(row?.epoch) !== this.#epoch)
      throw new Failure<LedgerProblem>({ code: "ledger_taken_over", path });
    const [end] = await this.#session.query(
      "SELECT seq, hash FROM coursebinder.events WHERE ledger = $1 ORDER BY seq DESC LIMIT 1",
      names,
    );
    const { seq, hash } = end ?? emptyHead;
    if (Number(seq) === head.seq && hash === head.hash) return;
    throw new Failure<LedgerProblem>({ code: "ledger_grown_by_other", path });
  }

  /** `lines`: the events' lines, each with its line feed. */
  async #insert(events: readonly LedgerEvent[], lines: string): Promise<void> {
    await this.#session.query(
      `INSERT INTO coursebinder.events (ledger, seq, hash, line, recorded_at, type)
       SELECT $1, seq, hash, line, clock_timestamp(), type
       FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) AS added (seq, hash, line, type)`,
      [
        this.#options.name,
        events.map(({ seq }) => seq),
        events.map(({ hash }) => hash),
        lines.split("\n").slice(0, -1),
        events.map(({ type }) => type),
      ],
    );
  }
}

/** This many consecutive looks at the backends expose a pooler that isn't busy; behind a busy one, the fencing token keeps runs apart. */
const poolerLooks = 3;

/**
 * A pooler in transaction mode may run each transaction on another connection and leave the lock behind on one of them, so the ledger would stay locked.
 * A pooler in session mode does no harm.
 */
async function refusePooler(session: Session, path: string, { address }: LockOptions): Promise<void> {
  if ((await session.backend()).isOwn) return;
  const other = await Session.open(address, { path, name: "coursebinder writer" });
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

async function raiseEpoch(session: Session, { name, holder }: LockOptions): Promise<number> {
  const [row] = await session.query(
    `INSERT INTO coursebinder.ledgers AS held (ledger, epoch, holder) VALUES ($1, 1, $2)
     ON CONFLICT (ledger) DO UPDATE SET epoch = held.epoch + 1, holder = excluded.holder RETURNING epoch`,
    [name, holder],
  );
  return Number(row?.epoch);
}

/** Reads and verifies the whole ledger of this name, like a file with the same lines. */
async function readLines(session: Session, name: string, events?: LedgerEvent[]): Promise<LogResult> {
  const rows = await session.query("SELECT line FROM coursebinder.events WHERE ledger = $1 ORDER BY seq", [
    name,
  ]);
  return readLog(Buffer.from(rows.map(({ line }) => `${line}\n`).join("")), events);
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
    refuseDamage(found, location);
    checkExpected(found.lines.length > 0, expected, location);
    const jobs = expected === "ledger" ? [...found.state.jobs.values()] : [];
    if (jobs.some(({ attempts }) => attempts.some(isOpen))) await place.world.sleep(formerHolderMs);
    return {
      location,
      found,
      complete: (whole) => lines.replace(found.head, whole),
      close: () => lines.close(),
    };
  } catch (error) {
    await lines.close();
    throw error;
  }
}

/**
 * Reads a ledger without locking it; null if there is none. Creates nothing. Throws a Failure with a LedgerProblem if the database can't be
 * reached or has tables of another version.
 */
export function readPostgresLedger(address: PostgresAddress, ledger: string): Promise<LogResult | null> {
  return reading(address, address.locationOf(ledger), async (session) => {
    const result = await readLines(session, ledger);
    return result.head.seq === 0 && result.damage === null ? null : result;
  });
}

/** The number of events in a ledger. Throws as `readPostgresLedger` does. */
export async function countPostgresEvents(address: PostgresAddress, ledger: string): Promise<number> {
  const rows = await reading(address, address.locationOf(ledger), (session) =>
    session.query("SELECT max(seq) AS seq FROM coursebinder.events WHERE ledger = $1", [ledger]),
  );
  return Number(rows?.[0]?.seq ?? 0);
}

/** The names of the ledgers in a database, sorted. Throws as `readPostgresLedger` does. */
export async function listLedgers(address: PostgresAddress): Promise<readonly string[]> {
  const rows = await reading(address, address.location, (session) =>
    session.query("SELECT DISTINCT ledger FROM coursebinder.events"),
  );
  return (rows ?? []).map(({ ledger }) => String(ledger)).sort();
}

/**
 * Who holds the lock of a ledger in a database; null if it is free. The check takes the lock for an instant, for which an opening waits. Throws as
 * `readPostgresLedger` does.
 */
export function postgresHolder(address: PostgresAddress, ledger: string): Promise<string | null> {
  return reading(address, address.locationOf(ledger), async (session) =>
    (await session.tryLock(ledger, "transaction"))
      ? null
      : ((await holderOf(session, ledger)) ?? "another process"),
  );
}

/** Reads on a connection of its own; null if the database has no tables. */
async function reading<Result>(
  address: PostgresAddress,
  path: string,
  read: (session: Session) => Promise<Result>,
): Promise<Result | null> {
  const session = await Session.open(address, { path, name: "coursebinder reader" });
  return closing(session, async () =>
    (await tablesVersion(session, path)) === 0 ? null : await read(session),
  );
}
