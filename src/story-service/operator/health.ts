import { statfs } from "node:fs/promises";
import { findImbalances, type Imbalance } from "../money/audit.ts";
import { nameOf, RecordingsAway } from "../recordings/recordings.ts";
import type { Operator } from "./operator.ts";
import { listWork, type WorkState } from "./work.ts";

/** How a service is. That it could be looked at means that its database answers and its pepper is the right one. */
export interface Health {
  readonly accounts: number;
  readonly stories: number;
  readonly work: Readonly<Record<WorkState, number>>;
  readonly imbalances: readonly Imbalance[];
  /** Ids of finished books whose recording is not where the recordings are; null if they are in a bucket that does not answer. */
  readonly missingRecordings: readonly string[] | null;
  readonly freeBytes: number;
  /** Less than a few hours of recordings fit. */
  readonly isDiskNearlyFull: boolean;
}

const freeBytesLeast = 256 * 1024 * 1024;

/** Looks at a service, running or not; changes nothing. */
export async function healthOf(operator: Operator): Promise<Health> {
  const { store, place } = operator;
  const count = async (table: "accounts" | "stories"): Promise<number> =>
    (await store.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))?.n ?? 0;
  const work = { dead: 0, stuck: 0, waiting: 0, "under way": 0 };
  for (const { state } of await listWork(store, operator.now())) work[state] += 1;
  const { bavail, bsize } = await statfs(place.dataFolder);
  const freeBytes = bavail * bsize;
  return {
    accounts: await count("accounts"),
    stories: await count("stories"),
    work,
    imbalances: await findImbalances(store),
    missingRecordings: await missingRecordings(operator),
    freeBytes,
    isDiskNearlyFull: freeBytes < freeBytesLeast,
  };
}

async function missingRecordings({ store, recordings }: Operator): Promise<string[] | null> {
  const books = await store.all<{ id: string; recording: string | null }>(
    "SELECT id, recording FROM books WHERE status = 'ready'",
  );
  if (books.length === 0) return [];
  const there = new Set<string>();
  try {
    for await (const { name } of (await recordings()).list()) there.add(name);
  } catch (error) {
    if (error instanceof RecordingsAway) return null;
    throw error;
  }
  return books.filter((book) => !there.has(nameOf(book))).map(({ id }) => id);
}
