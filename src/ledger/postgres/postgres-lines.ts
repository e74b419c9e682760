import { Failure } from "../../shared/failure.ts";
import type { PostgresAddress } from "../../shared/postgres/address.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import type { LedgerEvent } from "../format/event.ts";
import { fold } from "../format/fold.ts";
import { isOpen } from "../format/job-status.ts";
import { emptyHead } from "../format/line.ts";
import { checkExpected, type Expected, type LockedLines, refuseOtherContent } from "../locked-lines.ts";
import type { LedgerProblem } from "../problem.ts";
import { checkEpoch, insertEvents, type LedgerHold, setAside } from "./append.ts";
import { formerHolderMs, holdLedger } from "./hold.ts";
import { asUnreachable, type PostgresResult, readEvents } from "./read.ts";
import type { Session } from "./session.ts";

interface DatabasePlace {
  readonly address: PostgresAddress;
  /** The ledger's name in the database. */
  readonly name: string;
  /** The lock's holder, named in the error that a concurrent run gets. */
  readonly holder: string;
  readonly expected?: Expected;
  readonly world: Pick<World, "random" | "sleep">;
}

/**
 * Opens a name in a database for whole lines. If a ledger that is to be read has an open creation, resolves only once no suspended holder can still send it:
 * whoever has the copy may declare it absent at once. Throws a Failure with a LedgerProblem if it is locked, damaged, or not as expected.
 */
export async function openPostgresLines(place: DatabasePlace): Promise<LockedLines> {
  const { address, name, expected = "either", world } = place;
  const path = address.locationOf(name);
  const { session, epoch } = await holdLedger({ ...place, path, mustExist: expected === "ledger" });
  try {
    const found = await readEvents(session, name);
    const bytes = bytesOf(found.lines);
    if (found.damage === null) checkExpected(bytes, expected, path);
    else if (expected === "nothing") throw new Failure<LedgerProblem>({ code: "ledger_not_empty", path });
    refuseDamage(found, path);
    const jobs = expected === "ledger" ? [...fold(found.events).jobs.values()] : [];
    if (jobs.some(({ attempts }) => attempts.some(isOpen))) await world.sleep(formerHolderMs);
    return {
      location: path,
      bytes,
      async complete({ bytes: whole, events }) {
        const held = { name, path, epoch, head: found.head };
        try {
          const isLonger = whole.subarray(0, bytes.length).equals(bytes);
          if (!isLonger) await setAside(session, held, `${name}.unused-${randomUuid(world)}`);
          const lines = whole.toString().split("\n");
          const rows = events.map((event, index) => ({ event, line: lines[index] ?? "" }));
          await insertAll(session, held, isLonger ? rows.slice(found.events.length) : rows);
          const now = await readEvents(session, name);
          refuseDamage(now, path);
          refuseOtherContent(bytesOf(now.lines), whole, path);
        } catch (error) {
          throw asUnreachable(error, path);
        }
      },
      close: () => session.close(),
    };
  } catch (error) {
    await session.close().catch(() => undefined);
    throw asUnreachable(error, path);
  }
}

function bytesOf(lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\n`).join(""));
}

/** Lines per statement, so that a large ledger is never in memory twice. */
const linesAtOnce = 1_000;

/** All or nothing: a partly copied ledger would buy the missing lessons again. */
async function insertAll(
  session: Session,
  held: LedgerHold,
  rows: readonly { readonly event: LedgerEvent; readonly line: string }[],
): Promise<void> {
  await session.transaction(async () => {
    await checkEpoch(session, { ...held, head: emptyHead });
    for (let from = 0; from < rows.length; from += linesAtOnce) {
      await insertEvents(session, held.name, rows.slice(from, from + linesAtOnce), "as-written");
    }
  });
}

function refuseDamage({ damage }: PostgresResult, path: string): void {
  if (damage !== null) throw new Failure<LedgerProblem>({ code: "ledger_damaged", path, damage });
}
