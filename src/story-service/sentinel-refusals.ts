import { type FaultSettings, sentinelsIn } from "./sentinels.ts";
import type { Database } from "./store/store.ts";
import type { StoryRow } from "./stories/states.ts";

/** The wait that `[[rate-limit]]` imposes. */
const rateLimitWaitMs = 2_000;

/**
 * Milliseconds that a creation with `[[rate-limit]]` still has to wait; 0 if it is accepted. The first attempt with a topic starts the wait, which is
 * stored in the data folder, so that a later run succeeds even if each run starts its own service.
 */
export async function rateLimitWait(
  database: Database,
  {
    accountId,
    topic,
    now,
    settings,
  }: { accountId: string; topic: string; now: number; settings: FaultSettings },
): Promise<number> {
  if (!sentinelsIn(topic, settings).includes("rate-limit")) return 0;
  const first = await firstTime(database, { accountId, what: `rate-limit ${JSON.stringify(topic)}`, now });
  if (first === null) return rateLimitWaitMs;
  // Setting the clock back must not make the wait longer.
  return Math.min(rateLimitWaitMs, Math.max(0, first + rateLimitWaitMs - now));
}

/** Whether this is a story's first attempt with a sentinel that refuses once. */
export async function refusesOnce(
  database: Database,
  {
    sentinel,
    story,
    now,
    settings,
  }: { sentinel: "book-payment"; story: StoryRow; now: number; settings: FaultSettings },
): Promise<boolean> {
  if (!sentinelsIn(story.request.topic, settings).includes(sentinel)) return false;
  const first = await firstTime(database, {
    accountId: story.accountId,
    what: `${sentinel} ${story.id}`,
    now,
  });
  return first === null;
}

/** When something first happened; `null`, and recorded, if it happens now. */
async function firstTime(
  database: Database,
  { accountId, what, now }: { accountId: string; what: string; now: number },
): Promise<number | null> {
  const known = await database.get<{ at: number }>(
    "SELECT at FROM sentinel_refusals WHERE account_id = ? AND what = ?",
    accountId,
    what,
  );
  if (known !== undefined) return known.at;
  const sql = "INSERT INTO sentinel_refusals VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
  return (await database.run(sql, accountId, what, now)) > 0 ? null : now;
}
