import { checkEpoch, type HeldLedger } from "./append.ts";
import type { Session } from "./session.ts";

/** Keeps the events of a ledger that is held under another name, so that a new one can begin under its own. */
export async function setAside(session: Session, held: HeldLedger, otherName: string): Promise<void> {
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
