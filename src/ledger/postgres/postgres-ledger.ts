import { closing } from "../../shared/closing.ts";
import { Failure } from "../../shared/failure.ts";
import type { PostgresAddress } from "../../shared/postgres/address.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import type { PurchaseLimits } from "../format/ceilings.ts";
import { fold } from "../format/fold.ts";
import { isUnused } from "../format/identity.ts";
import { isOpen } from "../format/job-status.ts";
import { headOf } from "../format/line.ts";
import { type ChainedLine, checkOpened, HeldLedger, type OpeningOptions } from "../held-ledger.ts";
import { checkExpected, type Expected, type LockedLines, refuseOtherContent } from "../locked-lines.ts";
import type { LedgerProblem } from "../problem.ts";
import type { LedgerStore } from "../store.ts";
import {
  type Addition,
  formerHolderMs,
  holderOf,
  isSameHead,
  LockedRows,
  type LockOptions,
  type PostgresResult,
  readEvents,
} from "./locked-rows.ts";
import { asUnreachable, ConnectionLost, openSession, type Session } from "./session.ts";
import { tablesVersion } from "./tables.ts";

export interface PostgresLedgerOptions extends OpeningOptions {
  readonly address: PostgresAddress;
  /** The ledger's name in the database. */
  readonly name: string;
  /** The start of the paths of rescue files that earlier versions left in the course's folder. */
  readonly rescuePath: string;
  readonly world: Pick<World, "now" | "monotonic" | "random" | "sleep">;
}

/**
 * Opens a course's ledger in a database for writing: creates the tables if needed, takes the ledger's lock, raises the fencing token and
 * verifies the whole chain. Throws a Failure with a LedgerProblem; then nothing but the token has changed.
 */
export function openPostgresLedger(options: PostgresLedgerOptions): Promise<LedgerStore> {
  return withRows(options, (rows) => PostgresLedger.open(options, rows));
}

/** Locks a ledger for whatever `open` makes of it, which unlocks it by closing the rows. */
async function withRows<Opened>(
  options: LockOptions,
  open: (rows: LockedRows) => Promise<Opened>,
): Promise<Opened> {
  const rows = await LockedRows.lock(options);
  try {
    return await open(rows);
  } catch (error) {
    await rows.close().catch(() => undefined);
    throw asUnreachable(error, rows.path);
  }
}

class PostgresLedger extends HeldLedger {
  databaseTime: number | null = null;
  readonly #world: PostgresLedgerOptions["world"];
  readonly #rows: LockedRows;
  /** By the monotonic clock. */
  readonly #heldSince: number;
  /** Whether the connection was ever lost. If so nothing new is bought, but results of earlier purchases are still recorded. */
  #wasLost = false;

  private constructor(options: PostgresLedgerOptions, rows: LockedRows, result: PostgresResult) {
    const { rescuePath, world } = options;
    super(options, { location: rows.path, rescuePath }, result);
    this.#world = world;
    this.#rows = rows;
    this.#heldSince = world.monotonic();
  }

  static async open(options: PostgresLedgerOptions, rows: LockedRows): Promise<PostgresLedger> {
    const { path } = rows;
    let result = await rows.read();
    if (result.damage === null && isUnused(result.events, options.identity)) {
      await rows.setAside(`${options.name}.unused-${randomUuid(options.world)}`);
      result = await rows.read();
    }
    checkOpened(result, options, path);
    const ledger = new PostgresLedger(options, rows, result);
    if (rows.tables === 1) ledger.notices.push({ code: "ledger_tables_migrated", path });
    await ledger.prepare(bytesOf(result.lines), async () => {
      ledger.databaseTime = await rows.clock();
      return null;
    });
    return ledger;
  }

  protected async makeDurable(
    { event, bytes }: ChainedLine,
    limits: PurchaseLimits | undefined,
  ): Promise<void> {
    if (event.type === "creation.intended" && this.#hasBeenLost()) throw this.#connectionLost();
    if (event.type === "creation.resolved" && event.how === "not-created") await this.#outlastFormerHolder();
    const line = bytes.toString("utf8", 0, bytes.length - 1);
    const addition = { event, line, limits, events: this.events, state: this.state };
    try {
      await this.#rows.append(addition);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      await this.#lookUp(addition, error);
    }
  }

  /** After a lost connection: appends the event unless it was committed. */
  async #lookUp(addition: Addition, lost: ConnectionLost): Promise<void> {
    this.#wasLost = true;
    const { event } = addition;
    const rows = this.#rows;
    const end = await rows.regain();
    if (end === null) throw lost;
    if (isSameHead(end, event)) {
      rows.head = headOf(event);
      return;
    }
    // The event is absent and stays absent: the session that could still have written it has ended.
    if (event.type === "creation.intended" && isSameHead(end, rows.head)) throw this.#connectionLost();
    await rows.append(addition);
  }

  /** A process that was suspended while it held the ledger may wake and send its request, as long as its last confirmation is fresh. */
  async #outlastFormerHolder(): Promise<void> {
    const leftMs = this.#heldSince + formerHolderMs - this.#world.monotonic();
    if (leftMs > 0) await this.#world.sleep(leftMs);
  }

  protected async findLoss(): Promise<Failure<LedgerProblem> | null> {
    if (this.#hasBeenLost()) return this.#connectionLost();
    try {
      await this.#rows.confirm();
      return null;
    } catch (error) {
      return error instanceof Failure ? (error as Failure<LedgerProblem>) : this.#connectionLost();
    }
  }

  // The transaction that wrote the line has checked all of it.
  protected async findLossAfterWrite(): Promise<null> {
    return null;
  }

  // The database is an older one: only this process knows what it lacks. Otherwise another run may have gone on, and the mirror would part from it.
  protected isEndOurs(): boolean {
    return this.failure?.problem.code === "ledger_grown_by_other";
  }

  protected async removeUnused(): Promise<boolean> {
    return false;
  }

  protected release(): Promise<void> {
    return this.#rows.close();
  }

  #hasBeenLost(): boolean {
    this.#wasLost ||= this.#rows.isLost;
    return this.#wasLost;
  }

  #connectionLost(): Failure<LedgerProblem> {
    return new Failure<LedgerProblem>({ code: "ledger_connection_lost", path: this.location });
  }
}

interface DatabasePlace extends Omit<LockOptions, "mustExist"> {
  readonly expected?: Expected;
}

/**
 * Opens the ledger of this name in a database to read or write whole lines. If a ledger that is to be read has an open creation, resolves only once no
 * suspended holder can still send that creation: the person who gets the copy may declare the creation absent at once. Throws a Failure with a
 * LedgerProblem if the ledger is locked, damaged, or not as expected.
 */
export function openPostgresLines({ expected = "either", ...place }: DatabasePlace): Promise<LockedLines> {
  return withRows({ ...place, mustExist: expected === "ledger" }, async (rows) => {
    const { path } = rows;
    const found = await rows.read();
    const bytes = bytesOf(found.lines);
    if (found.damage === null) checkExpected(bytes, expected, path);
    else if (expected === "nothing")
      throw new Failure<LedgerProblem>({ code: "ledger_not_copied", path, why: "exists" });
    refuseDamage(found, path);
    const jobs = expected === "ledger" ? [...fold(found.events).jobs.values()] : [];
    if (jobs.some(({ attempts }) => attempts.some(isOpen))) await place.world.sleep(formerHolderMs);
    return {
      location: path,
      bytes,
      async complete({ bytes: whole, events }) {
        try {
          const isLonger = whole.subarray(0, bytes.length).equals(bytes);
          if (!isLonger) await rows.setAside(`${place.name}.unused-${randomUuid(place.world)}`);
          const lines = whole.toString().split("\n");
          const added = events.map((event, index) => ({ event, line: lines[index] ?? "" }));
          await rows.copy(isLonger ? added.slice(found.events.length) : added);
          const now = await rows.read();
          refuseDamage(now, path);
          refuseOtherContent(bytesOf(now.lines), whole, path);
        } catch (error) {
          throw asUnreachable(error, path);
        }
      },
      close: () => rows.close(),
    };
  });
}

function bytesOf(lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\n`).join(""));
}

function refuseDamage({ damage }: PostgresResult, path: string): void {
  if (damage !== null) throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage });
}

/**
 * Reads a ledger without locking it; null if there is none. Creates nothing. Throws a Failure with a LedgerProblem if the database can't be
 * reached or has tables of another version.
 */
export function readPostgresLedger(address: PostgresAddress, ledger: string): Promise<PostgresResult | null> {
  return reading(address, address.locationOf(ledger), null, async (session) => {
    const result = await readEvents(session, ledger);
    return result.events.length === 0 && result.damage === null ? null : result;
  });
}

/** The names of the ledgers in a database, sorted. Throws as `readPostgresLedger` does. */
export function listLedgers(address: PostgresAddress): Promise<readonly string[]> {
  return reading(address, address.location, [], async (session) => {
    const rows = await session.query("SELECT DISTINCT ledger FROM coursebinder.events");
    return rows.map(({ ledger }) => String(ledger)).sort();
  });
}

/**
 * Who holds the lock of a ledger in a database; null if it is free. Takes no lock itself, so it never blocks a run. Throws as
 * `readPostgresLedger` does.
 */
export function postgresHolder(address: PostgresAddress, ledger: string): Promise<string | null> {
  return reading(address, address.locationOf(ledger), null, async (session) =>
    (await session.isLocked(ledger)) ? ((await holderOf(session, ledger)) ?? "another process") : null,
  );
}

/** Reads on a connection of its own. `none`: the result if the database has no tables. */
async function reading<Result>(
  address: PostgresAddress,
  path: string,
  none: Result,
  read: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await openSession(address, { path, name: "coursebinder reader" });
  return closing(session, async () => {
    try {
      return (await tablesVersion(session, path)) === 0 ? none : await read(session);
    } catch (error) {
      throw asUnreachable(error, path);
    }
  });
}
