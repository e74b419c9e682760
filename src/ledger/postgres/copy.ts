import { Failure } from "../../shared/failure.ts";
import type { PostgresAddress } from "../../shared/postgres/address.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import {
  type CopySource,
  type CopyTarget,
  type LineTarget,
  refuseOtherContent,
  type WholeLedger,
} from "../copy-ledger.ts";
import { fold } from "../format/fold.ts";
import { isOpen } from "../format/job-status.ts";
import { emptyHead } from "../format/line.ts";
import type { LedgerProblem } from "../problem.ts";
import { checkEpoch, insertEvents } from "./append.ts";
import { formerHolderMs, type Holding, holdLedger } from "./hold.ts";
import { asUnreachable, type PostgresResult, readEvents } from "./read.ts";
import { setAside } from "./unused.ts";

export interface PostgresEnd {
  readonly address: PostgresAddress;
  /** The ledger's name in the database. */
  readonly name: string;
  /** The lock's holder, named in the error that a concurrent run gets. */
  readonly holder: string;
  readonly world: Pick<World, "random" | "sleep">;
}

/** Lines per statement, so that a large ledger is never in memory twice. */
const linesAtOnce = 1_000;

/**
 * Opens a ledger in a database as the source of a copy. If it has an open creation, resolves only once no suspended holder can still send it: whoever has the
 * copy may declare it absent at once. Throws a Failure with a LedgerProblem.
 */
export async function openPostgresSource(end: PostgresEnd): Promise<CopySource> {
  const path = end.address.locationOf(end.name);
  return holdUnless(end, { path, mustExist: true }, async ({ session }) => {
    const ledger = await readEvents(session, end.name);
    refuseDamage(ledger, path);
    if (ledger.events.length === 0) throw new Failure<LedgerProblem>({ code: "ledger_missing", path });
    const jobs = [...fold(ledger.events).jobs.values()];
    if (jobs.some(({ attempts }) => attempts.some(isOpen))) await end.world.sleep(formerHolderMs);
    return { location: path, ledger, close: () => session.close() };
  });
}

/** Opens a name in a database as the target of a copy. Throws a Failure with a LedgerProblem if it already has a ledger. */
export async function openPostgresTarget(end: PostgresEnd): Promise<CopyTarget> {
  const { name } = end;
  const path = end.address.locationOf(name);
  return holdUnless(end, { path, mustExist: false }, async (holding) => {
    const { session } = holding;
    const found = await readEvents(session, name);
    if (found.events.length > 0 || found.damage !== null) {
      throw new Failure<LedgerProblem>({ code: "ledger_not_empty", path });
    }
    return {
      location: path,
      async write(ledger) {
        try {
          await insertAll(holding, { name, path }, ledger);
          const copied = await readEvents(session, name);
          refuseDamage(copied, path);
          return copied.lines;
        } catch (error) {
          throw asUnreachable(error, path);
        }
      },
      close: () => session.close(),
    };
  });
}

/** Opens a name in a database for raw lines. Throws a Failure with a LedgerProblem if it is locked or damaged. */
export async function openPostgresForLines(end: PostgresEnd): Promise<LineTarget> {
  const { name } = end;
  const path = end.address.locationOf(name);
  return holdUnless(end, { path, mustExist: false }, async (holding) => {
    const { session } = holding;
    const found = await readEvents(session, name);
    refuseDamage(found, path);
    return {
      location: path,
      bytes: bytesOf(found.lines),
      async complete({ bytes, events }) {
        const lines = bytes.toString().split("\n");
        const isSame = found.lines.every((line, index) => line === lines[index]);
        const count = isSame ? found.events.length : 0;
        try {
          if (!isSame) {
            const held = { name, path, epoch: holding.epoch, head: found.head };
            await setAside(session, held, `${name}.unused-${randomUuid(end.world)}`);
          }
          const added = { events: events.slice(count), lines: lines.slice(count, events.length) };
          await insertAll(holding, { name, path }, added);
          const now = await readEvents(session, name);
          refuseDamage(now, path);
          refuseOtherContent(bytesOf(now.lines), bytes, path);
        } catch (error) {
          throw asUnreachable(error, path);
        }
      },
      close: () => session.close(),
    };
  });
}

function bytesOf(lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\n`).join(""));
}

/** All or nothing: a partly copied ledger would buy the missing lessons again. */
async function insertAll(
  { session, epoch }: Holding,
  { name, path }: { name: string; path: string },
  { events, lines }: Pick<WholeLedger, "events" | "lines">,
): Promise<void> {
  await session.transaction(async () => {
    await checkEpoch(session, { name, path, epoch, head: emptyHead });
    for (let from = 0; from < events.length; from += linesAtOnce) {
      const part = events.slice(from, from + linesAtOnce);
      const rows = part.map((event, index) => ({ event, line: lines[from + index] ?? "" }));
      await insertEvents(session, name, rows, "as-written");
    }
  });
}

function refuseDamage({ damage }: PostgresResult, path: string): void {
  if (damage !== null) throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage });
}

async function holdUnless<Result>(
  end: PostgresEnd,
  { path, mustExist }: { path: string; mustExist: boolean },
  succeeds: (holding: Holding) => Promise<Result>,
): Promise<Result> {
  const holding = await holdLedger({ ...end, path, mustExist });
  try {
    return await succeeds(holding);
  } catch (error) {
    await holding.session.close().catch(() => undefined);
    throw asUnreachable(error, path);
  }
}
