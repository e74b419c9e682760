import type { Rate } from "../../shared/duration.ts";
import { limited } from "../refusal.ts";
import { type Database, sql, type Transaction } from "../store/store.ts";
import { waitOf } from "./call-log.ts";

/**
 * Milliseconds until an account may start another story or audiobook (interface part 8); 0 if now. Starts are stored in the database, so a restart
 * does not reset the window. Starts in the future, after the clock was set back, do not count.
 */
export async function paidStartWait(
  database: Database,
  accountId: string,
  { rate, now }: { rate: Rate; now: number },
): Promise<number> {
  const blocking = await database.get<{ at: number }>(
    sql`SELECT at FROM paid_starts
      WHERE account_id = ${accountId} AND at <= ${now} ORDER BY at DESC LIMIT 1 OFFSET ${rate.count - 1}`,
  );
  return waitOf(blocking?.at, rate, now);
}

/** Counts a paid start, or refuses it with the exact wait. Call it inside the transaction that starts the paid work. */
export async function takePaidStart(
  transaction: Transaction,
  accountId: string,
  moment: { rate: Rate; now: number },
): Promise<void> {
  const wait = await paidStartWait(transaction, accountId, moment);
  if (wait > 0)
    throw limited(wait, "Too many stories and audiobooks were started. Please wait a little.", "paid_starts");
  await transaction.run(
    sql`DELETE FROM paid_starts WHERE account_id = ${accountId} AND at <= ${moment.now - moment.rate.windowMs}`,
  );
  await transaction.run(sql`INSERT INTO paid_starts VALUES (${accountId}, ${moment.now})`);
}
