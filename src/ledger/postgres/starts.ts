import { Failure } from "../../shared/failure.ts";
import type { StartsGuard } from "../format/guard.ts";
import type { LedgerProblem } from "../problem.ts";
import type { Session } from "./session.ts";

/**
 * Lets the database decide, by its own clock, whether a paid start is free, so that machines with different clocks agree. Call it in the
 * transaction that writes the intention. Throws a Failure with a LedgerProblem if none is free.
 */
export async function checkStarts(
  session: Session,
  { name, path }: { readonly name: string; readonly path: string },
  { count, windowMs, withNarrations }: StartsGuard,
): Promise<void> {
  // An audiobook counts as started by the first read that shows it.
  const [row] = await session.query(
    `WITH starts AS (
       SELECT recorded_at FROM coursebinder.attempts WHERE ledger = $1 AND verdict <> 'absent'
       UNION ALL
       SELECT min(recorded_at) FROM coursebinder.events
       WHERE ledger = $1 AND type = 'story.observed' AND started AND $4 GROUP BY edition, job, story
     )
     SELECT $3 - 1000 * extract(epoch FROM clock_timestamp() - recorded_at)::double precision AS wait
     FROM starts ORDER BY recorded_at DESC OFFSET $2 LIMIT 1`,
    [name, count - 1, windowMs, withNarrations],
  );
  const waitMs = Number(row?.wait ?? 0);
  if (waitMs > 0) {
    throw new Failure<LedgerProblem>({ code: "ledger_starts_spent", path, waitMs: Math.ceil(waitMs) });
  }
}
