import { Failure } from "../../shared/failure.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import type { Head } from "../format/line.ts";
import type { LedgerProblem } from "../problem.ts";
import type { PostgresAddress } from "./address.ts";
import { checkEpoch, type HeldLedger, readHead } from "./append.ts";
import { asUnreachable, openSession } from "./read.ts";
import { isRefusedWith, Session } from "./session.ts";
import { hasTables, makeTables } from "./tables.ts";

/** A ledger that one session holds alone. `epoch`: the fencing number that this opening was given. */
export interface Holding {
  readonly session: Session;
  readonly epoch: number;
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

// A server notices within moments that a process was killed; one that lives keeps its lock for longer than this.
const lockWaitsMs = [50, 150, 300, 500];

// A server that restarts, or the way to it, is back within such a time, or not for this run.
const regainWaitsMs = [0, 250, 1_000, 3_000, 6_000, 10_000];

/**
 * Takes a ledger for this process alone: the lock of a session that nothing else uses, and a fencing number higher than any before,
 * which shuts out a holder whose lock was lost without its knowing. Throws a Failure with a LedgerProblem.
 */
export async function holdLedger(options: HoldOptions): Promise<Holding> {
  const { address, path, world } = options;
  const session = await openSession(address, { path, name: sessionName(world) });
  try {
    if (options.mustExist && !(await hasTables(session, path))) {
      throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
    }
    await makeTables(session, path);
    await refusePooler(session, options);
    await takeLock(session, options);
    return { session, epoch: await raiseEpoch(session, options) };
  } catch (error) {
    await session.close();
    throw asUnreachable(error, path);
  }
}

/** So many looks at who answers, one behind the other, show a pooler that is not very busy; a busy one is found by the next append. */
const poolerLooks = 3;

/**
 * A pooler that gives every transaction to whichever connection is free leaves the lock behind on one of them: two runs could then hold a
 * ledger at once. One that keeps a connection for as long as a session lasts is as good as none. Throws a Failure with a LedgerProblem.
 */
async function refusePooler(session: Session, { address, path, world }: HoldOptions): Promise<void> {
  if ((await session.backend()).isOwn) return;
  const other = await openSession(address, { path, name: sessionName(world) });
  try {
    for (let look = 0; look < poolerLooks; look++) {
      const { pid } = await session.backend();
      if (pid !== (await other.backend()).pid) continue;
      throw new Failure<LedgerProblem>({ code: "ledger_pooled", path });
    }
  } finally {
    await other.close();
  }
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
 * Takes a ledger up again whose connection was lost, if nobody has opened it since. Resolves with a new session and with where the ledger
 * ends, which is final: the lost session has ended, or holds nothing any more. Null where the database can't be reached in time. Throws
 * a Failure with a LedgerProblem where another run has the ledger now.
 */
export async function regainLedger(
  held: HeldLedger,
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
      await session.close();
      if (!wasLostAgain) throw error;
    }
  }
  return null;
}

async function settleAfter(session: Session, lostName: string, held: HeldLedger): Promise<Head> {
  await session.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()",
    [lostName],
  );
  // Another run's opening shows at once, without a wait for its lock.
  await session.transaction(() => checkEpoch(session, held));
  try {
    await session.waitForLock(held.name);
  } catch (error) {
    if (!isRefusedWith(error, lockNotAvailable)) throw error;
    throw new Failure<LedgerProblem>({ code: "ledger_taken_over", path: held.path });
  }
  // The ledger's row is locked by whatever transaction has not ended yet: what is read after it is the last word.
  return session.transaction(async () => {
    await checkEpoch(session, held);
    return readHead(session, held.name);
  });
}

const lockNotAvailable = "55P03";

function sessionName(world: Pick<World, "random">): string {
  return `coursebinder ${randomUuid(world)}`;
}
