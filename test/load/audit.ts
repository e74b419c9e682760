import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Story, storySchema } from "../../src/contract/stories.ts";
import { findImbalances } from "../../src/story-service/money/audit.ts";
import { openSqliteStore } from "../../src/story-service/store/sqlite/sqlite-store.ts";
import type { Store } from "../../src/story-service/store/store.ts";
import { call } from "../story-service/call.ts";
import type { Tally } from "./readers.ts";
import { keyOf, openingCredits } from "./start-load.ts";

/** The prices of a short story in a language with common voices. */
const writing = 13;
const audiobook = 12;

/**
 * What a client can see to be wrong: an accepted story that is gone, and a balance that is not the opening one less what the stories
 * cost. A creation whose answer never came may or may not have cost its writing, and nothing else, since nobody read it.
 */
export async function auditFromOutside(url: string, tally: Tally, readers: number): Promise<string[]> {
  const found: string[] = [];
  const queue = Array.from({ length: readers }, (_, reader) => keyOf(reader));
  const work = async (): Promise<void> => {
    for (let key = queue.pop(); key !== undefined; key = queue.pop())
      found.push(...(await auditOf(url, tally, key)));
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return found;
}

async function auditOf(url: string, tally: Tally, key: string): Promise<string[]> {
  let charged = 0;
  for (const id of tally.accepted[key] ?? []) {
    const story = await settled(`${url}/stories/${id}`, key);
    if (story === null) return [`the accepted story ${id} is gone`];
    // A narration that failed is given back.
    const isNarrated = story.book !== null && story.status !== "failed";
    charged += story.credits + (isNarrated ? audiobook : 0);
  }
  const most = tally.uncertain[key] ?? 0;
  for (;;) {
    const { credits, reserved } = (await call(`${url}/balance`, { method: "GET", key })).json;
    const unknown = openingCredits - credits - charged;
    // Stories that nobody knows of are still written, and hold their audiobook for ever.
    const isWriting = reserved > most * audiobook || unknown / writing < reserved / audiobook;
    if (isWriting && reserved > 0) {
      await sleep(200);
      continue;
    }
    const fits = unknown % writing === 0 && unknown >= 0 && unknown / writing <= most;
    return fits
      ? []
      : [`${key} has ${credits}, its stories cost ${charged}, ${most} creations are uncertain`];
  }
}

/** The story once its writing has ended and an audiobook that it asked for has begun; `null` where it is gone. */
async function settled(url: string, key: string): Promise<Story | null> {
  for (;;) {
    const reply = await call(url, { method: "GET", key });
    if (reply.status === 404) return null;
    const story = storySchema.parse(reply.json);
    if (story.status !== "writing") return story;
    await sleep(200);
  }
}

/** What is wrong inside a data folder that no service holds. */
export async function auditInside(folder: string): Promise<string[]> {
  const store = await openSqliteStore(join(folder, "data", "service.db"));
  try {
    return await auditStore(store);
  } finally {
    await store.close();
  }
}

/** What is wrong in a database: sums that contradict each other, a story charged twice for one thing. */
export async function auditStore(store: Store): Promise<string[]> {
  const twice = await store.all<{ story_id: string; reason: string }>(
    "SELECT story_id, reason FROM movements WHERE story_id IS NOT NULL GROUP BY story_id, reason HAVING COUNT(*) > 1",
  );
  const narratedTwice = await store.all<{ story_id: string }>(
    "SELECT story_id FROM books GROUP BY story_id HAVING COUNT(*) > 1",
  );
  return [
    ...(await findImbalances(store)).map(({ accountId, what }) => `${accountId}: ${what}`),
    ...twice.map(({ story_id, reason }) => `${story_id} has two movements for its ${reason}`),
    ...narratedTwice.map(({ story_id }) => `${story_id} has two audiobooks`),
  ];
}
