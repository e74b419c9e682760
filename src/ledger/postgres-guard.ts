import { Failure } from "../shared/failure.ts";
import type { EventOf } from "./event.ts";
import type { CreationGuard, StartsGuard } from "./guard.ts";
import { columnsOf } from "./postgres-columns.ts";
import type { Session } from "./postgres-session.ts";
import type { LedgerProblem } from "./problem.ts";

export interface GuardedLedger {
  /** The ledger's name in its database. */
  readonly name: string;
  readonly path: string;
}

/**
 * Asks the database itself whether an intention may be written: no attempt of its job may have created a story, its price must fit, and a
 * paid start must be free. Belongs into the transaction that writes it. Throws a Failure with a LedgerProblem where it may not.
 */
export async function checkIntention(
  session: Session,
  ledger: GuardedLedger,
  { intended, guard }: { intended: EventOf<"creation.intended">; guard: CreationGuard | undefined },
): Promise<void> {
  if (!intended.replaces) await checkNoLiveAttempt(session, ledger, intended);
  if (guard === undefined) return;
  await checkCredits(session, ledger, { intended, guard });
  if (guard.starts !== null) await checkStarts(session, ledger, guard.starts);
}

async function checkNoLiveAttempt(
  session: Session,
  { name, path }: GuardedLedger,
  intended: EventOf<"creation.intended">,
): Promise<void> {
  const { edition, job } = columnsOf(intended);
  const live = await session.query(
    `SELECT attempt FROM coursebinder.attempts
     WHERE ledger = $1 AND edition = $2 AND job = $3 AND verdict <> 'absent' LIMIT 1`,
    [name, edition, job],
  );
  if (live.length > 0)
    throw new Failure<LedgerProblem>({ code: "ledger_job_taken", path, job: intended.job });
}

async function checkCredits(
  session: Session,
  { name, path }: GuardedLedger,
  { intended, guard }: { intended: EventOf<"creation.intended">; guard: CreationGuard },
): Promise<void> {
  const { edition, at } = columnsOf(intended);
  const price = intended.price.credits;
  const [row] = await session.query(
    `SELECT coalesce(sum(committed) FILTER (WHERE edition = $2), 0) AS edition,
       coalesce(sum(committed) FILTER (WHERE left(at, 7) = left($3, 7)), 0) AS month
     FROM coursebinder.attempts WHERE ledger = $1`,
    [name, edition, at],
  );
  for (const ceiling of ["edition", "month"] as const) {
    const limit = guard.credits[ceiling];
    const committed = Number(row?.[ceiling]);
    // Written so that a sum that is no number refuses too.
    if (limit === null || committed + price <= limit) continue;
    throw new Failure<LedgerProblem>({
      code: "ledger_over_budget",
      ...{ path, job: intended.job, ceiling, limit, committed, price },
    });
  }
}

// The server's own clock, so that machines whose clocks differ agree. An audiobook was started by the first read that shows it.
async function checkStarts(
  session: Session,
  { name, path }: GuardedLedger,
  { count, windowMs, withNarrations }: StartsGuard,
): Promise<void> {
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
