import { checkEpoch, type HeldLedger } from "./append.ts";
import type { Session } from "./session.ts";

/** Renames a locked ledger's events, so that a new ledger can start under its name. */
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
