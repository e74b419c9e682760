import { closing } from "../../shared/closing.ts";
import { Failure } from "../../shared/failure.ts";
import type { PostgresAddress } from "../../shared/postgres/address.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import type { Head } from "../format/line.ts";
import type { LedgerProblem } from "../problem.ts";
import { confirmationLastsMs } from "../store.ts";
import { checkEpoch, type LedgerHold, readHead } from "./append.ts";
import { asUnreachable, openSession } from "./read.ts";
import { isRefusedWith, Session } from "./session.ts";
import { makeTables, tablesVersion } from "./tables.ts";

/** A ledger locked by one session. `epoch`: the fencing token of this opening. `tables`: the version that the tables had before it; 0: none. */
export interface Holding {
  readonly session: Session;
  readonly epoch: number;
  readonly tables: number;
}

export interface HoldOptions {
  readonly address: PostgresAddress;
  readonly path: string;
  /** The ledger's name in its database. */
  readonly name: string;
  readonly holder: string;
  readonly mustExist: boolean;
  readonly world: Pick<World, "random" | "sleep">;
}

/**
 * How long after a ledger was taken over a former holder, whose process was suspended, may still send the request that its store has confirmed. The clocks
 * of two machines differ by far less than the half second in so short a time.
 */
export const formerHolderMs = confirmationLastsMs + 500;

// A server notices within moments that a process was killed; a live process keeps its lock for longer than this.
const lockWaitsMs = [50, 150, 300, 500];

// A restarting server or network is usually back within this time; otherwise this run gives up.
const regainWaitsMs = [0, 250, 1_000, 3_000, 6_000, 10_000];

/**
 * Locks a ledger for this process: takes a session lock on a connection of its own, and raises the fencing token, which shuts out a holder
 * that has lost its lock without noticing. Throws a Failure with a LedgerProblem.
 */
export async function holdLedger(options: HoldOptions): Promise<Holding> {
  const { address, path, world } = options;
  const session = await openSession(address, { path, name: sessionName(world) });
  try {
    if (options.mustExist && (await tablesVersion(session, path)) === 0) {
      throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
    }
    await refusePooler(session, options);
    const tables = await makeTables(session, path);
    await takeLock(session, options);
    return { session, epoch: await raiseEpoch(session, options), tables };
  } catch (error) {
    await session.close().catch(() => undefined);
    throw asUnreachable(error, path);
  }
}

/** This many consecutive backend checks expose a lightly loaded pooler; the next append exposes a busy one. */
const poolerLooks = 3;

/**
 * A pooler in transaction mode may run each transaction on another connection and leave the lock behind on one of them, so two runs could
 * hold a ledger at once. A pooler in session mode does no harm. Throws a Failure with a LedgerProblem.
 */
async function refusePooler(session: Session, { address, path, world }: HoldOptions): Promise<void> {
  if ((await session.backend()).isOwn) return;
  const other = await openSession(address, { path, name: sessionName(world) });
  await closing(other, async () => {
    for (let look = 0; look < poolerLooks; look++) {
      const { pid } = await session.backend();
      if (pid !== (await other.backend()).pid) continue;
      throw new Failure<LedgerProblem>({ code: "ledger_pooled", path });
    }
  });
}

async function takeLock(session: Session, { name, path, world }: HoldOptions): Promise<void> {
  for (const waitMs of lockWaitsMs) {
    if (await session.tryLock(name)) return;
    await world.sleep(waitMs);
  }
  if (await session.tryLock(name)) return;
  const [row] = await session.query("SELECT holder FROM coursebinder.ledgers WHERE ledger = $1", [name]);
  throw new Failure<LedgerProblem>({
    code: "ledger_held",
    path,
    holder: row === undefined ? null : String(row.holder),
  });
}

async function raiseEpoch(session: Session, { name, holder, path, mustExist }: HoldOptions): Promise<number> {
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

/**
 * Locks a ledger again after its connection was lost, unless another run has opened it since. Resolves with a new session and the ledger's
 * head, which is final: the lost session has ended or holds no lock. Null if the database can't be reached in time. Throws a Failure with a
 * LedgerProblem if another run has the ledger now.
 */
export async function regainLedger(
  held: LedgerHold,
  { address, lost, world }: { address: PostgresAddress; lost: Session; world: HoldOptions["world"] },
): Promise<{ readonly session: Session; readonly head: Head } | null> {
  for (const waitMs of regainWaitsMs) {
    await world.sleep(waitMs);
    const session = await Session.open(address, sessionName(world)).catch(() => null);
    if (session === null) continue;
    try {
      return { session, head: await settleAfter(session, lost.name, held) };
    } catch (error) {
      const wasLostAgain = session.isLost;
      await session.close().catch(() => undefined);
      if (!wasLostAgain) throw error;
    }
  }
  return null;
}

async function settleAfter(session: Session, lostName: string, held: LedgerHold): Promise<Head> {
  await session.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()",
    [lostName],
  );
  // Check the fencing token first: if another run has opened the ledger, there is no need to wait for its lock.
  await session.transaction(() => checkEpoch(session, held));
  try {
    await session.waitForLock(held.name);
  } catch (error) {
    if (!isRefusedWith(error, lockNotAvailable)) throw error;
    throw new Failure<LedgerProblem>({ code: "ledger_taken_over", path: held.path });
  }
  // An unfinished transaction still locks the ledger's row, so what is read after taking that lock is final.
  return session.transaction(async () => {
    await checkEpoch(session, held);
    return readHead(session, held.name);
  });
}

const lockNotAvailable = "55P03";

function sessionName(world: Pick<World, "random">): string {
  return `coursebinder ${randomUuid(world)}`;
}
