import type { ServiceConfig } from "./config/config.ts";
import { type Database, sql } from "./store/store.ts";
import type { StoryRow } from "./stories/states.ts";

/**
 * Markers that anyone can type into a topic to trigger a fault. A topic that CONTAINS one triggers it; if several determine the answer, the first in
 * this list wins.
 */
const sentinels = {
  "drop-before": "the connection breaks before anything is created",
  "server-error": "500 server_error, nothing is created",
  unavailable: "503 unavailable, nothing is created",
  "unavailable-bare": "503 with plain text instead of the error body, nothing is created",
  "rate-limit": "429 with Retry-After 2 for the first attempt with exactly this topic, accepted afterwards",
  payment: "402, nothing is created",
  forbidden: "403, nothing is created",
  conflict: "409, nothing is created",
  "lose-reply": "created and reserved, then the connection breaks without an answer",
  "server-error-after": "created and reserved, then 500 server_error",
  "no-id": "created and reserved, then 202 with a body that has no id",
  "cut-reply": "created and reserved, then the body breaks off in the middle, after the id",
  hang: "created and reserved, never answered",
  "fail-writing": "the writing fails when it would normally have finished, and nothing is charged",
  "cancel-writing": "the writing is canceled when it would normally have finished, and nothing is charged",
  slow: "the writing takes ten times as long",
  "book-payment": "the first read that would start the audiobook answers 402, and the next read starts it",
  "book-error": "the narration fails, and the audiobook is refunded",
  "export-error": "every export of the book answers 500 server_error",
} as const;

export type Sentinel = keyof typeof sentinels;

/** The factor by which `[[slow]]` lengthens the writing of a story. */
export const slowFactor = 10;

/** What determines faults: the operator's switch, and the topics of the configuration. */
export type FaultSettings = Pick<ServiceConfig, "switches" | "faults">;

/** The markers in a topic, in the order of the list; none where faults are switched off. */
export function sentinelsIn(topic: string, { switches }: Pick<FaultSettings, "switches">): Sentinel[] {
  if (!switches.faults) return [];
  return (Object.keys(sentinels) as Sentinel[]).filter((name) => topic.includes(`[[${name}]]`));
}

/** How the writing of a topic should fail, by sentinel or by configuration. */
export function writingFault(topic: string, settings: FaultSettings): "fail" | "cancel" | null {
  const found = sentinelsIn(topic, settings);
  if (found.includes("fail-writing")) return "fail";
  if (found.includes("cancel-writing")) return "cancel";
  return listedFaults(topic, settings).find(({ writing }) => writing !== null)?.writing ?? null;
}

/** Whether the narration of a topic should fail, by sentinel or by configuration. */
export function narrationFails(topic: string, settings: FaultSettings): boolean {
  return (
    sentinelsIn(topic, settings).includes("book-error") ||
    listedFaults(topic, settings).some(({ narration }) => narration === "fail")
  );
}

function listedFaults(topic: string, { switches, faults }: FaultSettings): FaultSettings["faults"] {
  return switches.faults ? faults.filter((fault) => fault.topic === topic) : [];
}

/** The wait that `[[rate-limit]]` imposes. */
const rateLimitWaitMs = 2_000;

/**
 * Milliseconds that a creation with `[[rate-limit]]` still has to wait; 0 if it is accepted. The first attempt with a topic starts the wait, which is
 * stored in the data folder, so that a later run succeeds even if each run starts its own service.
 */
export async function rateLimitWait(
  database: Database,
  { accountId, topic, now }: { accountId: string; topic: string; now: number },
  settings: FaultSettings,
): Promise<number> {
  if (!sentinelsIn(topic, settings).includes("rate-limit")) return 0;
  const first = await firstTime(database, { accountId, what: `rate-limit ${JSON.stringify(topic)}`, now });
  if (first === null) return rateLimitWaitMs;
  // Setting the clock back must not make the wait longer.
  return Math.min(rateLimitWaitMs, Math.max(0, first + rateLimitWaitMs - now));
}

/** Whether this is the first read of a story with `[[book-payment]]`, a read that is refused. */
export async function refusesPayment(
  database: Database,
  { story: { id, accountId, request }, now }: { story: StoryRow; now: number },
  settings: FaultSettings,
): Promise<boolean> {
  if (!sentinelsIn(request.topic, settings).includes("book-payment")) return false;
  return (await firstTime(database, { accountId, what: `book-payment ${id}`, now })) === null;
}

/** When something first happened; `null`, and recorded, if it happens now. */
async function firstTime(
  database: Database,
  { accountId, what, now }: { accountId: string; what: string; now: number },
): Promise<number | null> {
  const known = await database.get<{ at: number }>(
    sql`SELECT at FROM sentinel_refusals WHERE account_id = ${accountId} AND what = ${what}`,
  );
  if (known !== undefined) return known.at;
  const added = await database.run(
    sql`INSERT INTO sentinel_refusals VALUES (${accountId}, ${what}, ${now}) ON CONFLICT DO NOTHING`,
  );
  return added > 0 ? null : now;
}
