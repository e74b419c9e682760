import { partEnding } from "../shared/files/atomic-file.ts";
import { every, type Recurring } from "./clock.ts";
import { forgetWindows, type WindowClock } from "./limits.ts";
import { removeUnusedClients } from "./oauth/register.ts";
import type { Parts } from "./parts.ts";
import { sql } from "./store/store.ts";

const everyMs = 3_600_000;

type RetentionNeeds = WindowClock &
  Pick<Parts, "store" | "config" | "clock" | "world" | "recordings" | "paidStartClock">;

/**
 * Removes expired data every hour until it is stopped. Each process that uses a database does this, and finds little to remove if another
 * process has just done it.
 */
export function startRetention(needs: RetentionNeeds): Recurring {
  return every(needs.world, () => everyMs, {
    step: () => removeOnce(needs),
    failed: "expired data could not be removed; the service tries again in an hour",
  });
}

async function removeOnce(needs: RetentionNeeds): Promise<void> {
  await forgetWindows(needs);
  await removeExpired(needs);
  await removeOrphanedRecordings(needs);
  needs.world.log.info({}, "expired data was removed");
}

/** Longer than any process can be between writing a recording and recording it in the database. */
const orphanMs = 86_400_000;

/** A recording of one attempt, or one of an earlier version. */
const recordingPattern = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(\.\d+)?\.mp3$/;

/**
 * Removes recordings that no book has: of processes that ended before they could record them, and of deleted stories. Only those a day old by the
 * clocks of the machine and of their place, since a younger one may be about to be recorded. What else is in the place is left alone.
 */
async function removeOrphanedRecordings({ store, recordings, world }: RetentionNeeds): Promise<void> {
  for await (const { name, storedAt } of recordings.list()) {
    const bookId = recordingPattern.exec(name.replace(partEnding, ""))?.[1];
    if (bookId === undefined || storedAt > world.now() - orphanMs) continue;
    const own = sql`SELECT 1 FROM books WHERE id = ${bookId} AND recording = ${name}`;
    if ((await store.get(own)) === undefined) await recordings.remove(name);
  }
}

/** How long the once-only refusals of sentinel topics are remembered. */
const sentinelMs = 30 * 86_400_000;

/**
 * Removes rows that are of no further use. A used code or refresh token stays as long as its connection lives, since
 * using it again ends the connection. A connection is over once it is revoked, or once it can no longer be renewed.
 */
async function removeExpired({ store, config, clock, paidStartClock }: RetentionNeeds): Promise<void> {
  const now = clock();
  const isOver = sql`expires_at <= ${now}`;
  const ended = sql`SELECT id FROM credentials WHERE kind = 'connection' AND (revoked_at IS NOT NULL OR ends_at <= ${now})`;
  const steps = [
    sql`DELETE FROM sessions WHERE ${isOver}`,
    sql`DELETE FROM operator_sessions WHERE ${isOver}`,
    sql`DELETE FROM bearers WHERE ${isOver}`,
    sql`DELETE FROM oauth_codes WHERE ${isOver} AND (credential_id IS NULL OR credential_id IN (${ended}))`,
    sql`DELETE FROM refresh_tokens WHERE credential_id IN (${ended})`,
    sql`DELETE FROM paid_starts WHERE at <= ${paidStartClock()} - ${config.limits.paidStarts.windowMs}`,
    sql`DELETE FROM sentinel_refusals WHERE at <= ${now - sentinelMs}`,
  ];
  for (const step of steps) await store.run(step);
  await removeUnusedClients(store, now);
}
