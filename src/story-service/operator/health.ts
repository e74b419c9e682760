import { statfs } from "node:fs/promises";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { readLog } from "../accounts/audit-log.ts";
import { iso } from "../clock.ts";
import { findImbalances, type Imbalance } from "../money/audit.ts";
import { RecordingsAway } from "../recordings/recordings.ts";
import { raw, type Store, sql } from "../store/store.ts";
import { finishedBooks } from "../stories/states.ts";
import type { Operator, Outcome } from "./operator.ts";

/** Less than this holds a few hours of recordings. */
const freeBytesLeast = 256 * 1024 * 1024;

/** Looks at a service, running or not; changes nothing. Any result means that the database answers and the pepper is the right one. */
export async function healthOf(operator: Operator): Promise<Outcome> {
  const { store, place, now } = operator;
  const work = await countWork(store, now());
  const { stuck } = work;
  const { bavail, bsize } = await statfs(place.dataFolder);
  const freeBytes = bavail * bsize;
  const [accounts, stories] = [await count(store, "accounts"), await count(store, "stories")];
  const imbalances = await findImbalances(store);
  const missing = await missingRecordings(operator);
  const failures = await newestFailures(store);
  const isStuck = `${pluralize(stuck, "job is", "jobs are")} waiting, but no service is running.`;
  const findings = [
    ...imbalances.map((one) => `the books don't balance: ${describeImbalance(one)}`),
    ...(stuck === 0 ? [] : [isStuck]),
    ...failures.map(
      ({ what, error, at }) => `the latest ${what} (ordered at ${at}) failed: ${showText(error)}`,
    ),
    ...(missing ?? []).map(missingRecording),
    ...(missing === null ? ["the bucket for recordings does not answer"] : []),
    ...(freeBytes < freeBytesLeast ? ["the disk with the data folder is nearly full"] : []),
  ];
  return {
    findings,
    document: {
      accounts,
      stories,
      work,
      freeBytes,
      imbalances,
      missingRecordings: missing,
      failures,
      findings,
    },
    facts: { ...work, freeMb: Math.floor(freeBytes / 1_000_000) },
  };
}

/** Longer than a busy service leaves what is due. */
const stuckAfterMs = 60_000;

/** How much unfinished work a process has, and how much waits; `stuck`: for so long that no process seems to take it. */
async function countWork(store: Store, now: number) {
  const isHeld = store.isShared ? sql`leased_until > ${store.clock}` : raw("holder IS NOT NULL");
  const counted = await store.all<{ state: "stuck" | "waiting" | "underWay"; jobs: number }>(
    sql`SELECT state, COUNT(*) AS jobs FROM
       (SELECT CASE WHEN ${isHeld} THEN 'underWay' WHEN due_at < ${now - stuckAfterMs} THEN 'stuck' ELSE 'waiting' END AS state
        FROM jobs) AS states GROUP BY state`,
  );
  const work = { stuck: 0, waiting: 0, underWay: 0 };
  for (const { state, jobs } of counted) work[state] = jobs;
  return work;
}

/** Adds up the credits of a service, whether or not it runs, as the service does when it starts: each sum is compared as of one instant. */
export async function auditBooks({ store }: Pick<Operator, "store">): Promise<Outcome> {
  const imbalances = await findImbalances(store);
  const [accounts, movements] = [await count(store, "accounts"), await count(store, "movements")];
  return { findings: imbalances.map(describeImbalance), document: { accounts, movements, imbalances } };
}

function describeImbalance({ accountId, what }: Imbalance): string {
  return `${showText(accountId)}: ${showText(what)}`;
}

export function missingRecording(bookId: string): string {
  return `the recording of book ${bookId} is missing`;
}

async function count(store: Store, table: string): Promise<number> {
  return (await store.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))?.n ?? 0;
}

const newest = {
  writing: `SELECT CASE WHEN status = 'failed' AND text IS NULL THEN error END AS error, created_at AS at
    FROM stories WHERE status NOT IN ('writing', 'canceled') ORDER BY at DESC LIMIT 1`,
  narration: `SELECT CASE WHEN books.status = 'error' THEN stories.error END AS error, books.created_at AS at
    FROM books JOIN stories ON stories.id = books.story_id WHERE books.status IN ('ready', 'error') ORDER BY at DESC LIMIT 1`,
} as const;

/**
 * Why the newest writing and the newest narration that have ended failed, if they did, and when they were ordered: a server that refuses all work fails
 * each story alone.
 */
async function newestFailures(store: Store) {
  const found: { what: keyof typeof newest; error: string; at: string }[] = [];
  for (const what of ["writing", "narration"] as const) {
    const row = await store.get<{ error: string | null; at: number }>(newest[what]);
    if (row?.error != null) found.push({ what, error: row.error, at: iso(row.at) });
  }
  return found;
}

/** The ids of finished books whose recordings are missing; null if the recordings are in a bucket that does not answer. */
async function missingRecordings({ store, recordings }: Operator): Promise<string[] | null> {
  const books = await finishedBooks(store);
  if (books.length === 0) return [];
  const there = new Set<string>();
  try {
    for await (const { name } of (await recordings()).list()) there.add(name);
  } catch (error) {
    if (error instanceof RecordingsAway) return null;
    throw error;
  }
  return books.filter((book) => !there.has(book.recording)).map(({ id }) => id);
}

/** The newest lines of the log, of one account or of all, in chronological order. */
export async function showLog(
  { store }: Operator,
  _: string,
  { account, lines: limit }: { readonly account: string | null; readonly lines: number },
): Promise<Outcome> {
  const log = (await readLog(store, { accountId: account, limit })).map(({ at, ...line }) => ({
    at: iso(at),
    ...line,
  }));
  return {
    rows: log.map(({ at, actor: who, what, accountId, details }) => {
      const facts = Object.entries(details).map(([name, value]) => `${name}=${String(value)}`);
      return { at, who, what, account: accountId, facts: facts.join("  ") };
    }),
    isChronological: true,
    document: { log },
  };
}
