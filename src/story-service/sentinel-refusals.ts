import { sentinelsIn } from "./sentinels.ts";
import type { Store } from "./store/store.ts";
import type { StoryRow } from "./stories/states.ts";

/** The wait that `[[rate-limit]]` imposes. */
const rateLimitWaitMs = 2_000;

/**
 * Milliseconds that a creation with `[[rate-limit]]` still has to wait; 0 if it is accepted. The first attempt with a topic starts the wait, which is
 * stored in the data folder, so that a later run succeeds even if each run starts its own service.
 */
export function rateLimitWait(
  store: Store,
  { accountId, topic, now }: { accountId: string; topic: string; now: number },
): number {
  if (!sentinelsIn(topic).includes("rate-limit")) return 0;
  const first = firstTime(store, { accountId, what: `rate-limit ${topic}`, now });
  if (first === null) return rateLimitWaitMs;
  // Setting the clock back must not make the wait longer.
  return Math.min(rateLimitWaitMs, Math.max(0, first + rateLimitWaitMs - now));
}

/** Whether this is a story's first attempt with a sentinel that refuses once. */
export function refusesOnce(
  store: Store,
  { sentinel, story, now }: { sentinel: "book-payment"; story: StoryRow; now: number },
): boolean {
  if (!sentinelsIn(story.request.topic).includes(sentinel)) return false;
  return firstTime(store, { accountId: story.accountId, what: `${sentinel} ${story.id}`, now }) === null;
}

/** When something first happened; `null`, and recorded, if it happens now. */
function firstTime(
  store: Store,
  { accountId, what, now }: { accountId: string; what: string; now: number },
): number | null {
  const known = store.get<{ at: number }>(
    "SELECT at FROM sentinel_refusals WHERE account_id = ? AND what = ?",
    ...[accountId, what],
  );
  if (known !== undefined) return known.at;
  store.run("INSERT INTO sentinel_refusals VALUES (?, ?, ?)", accountId, what, now);
  return null;
}
