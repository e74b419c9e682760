import { statfs } from "node:fs/promises";
import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { findImbalances } from "../money/audit.ts";
import { nameOf, RecordingsAway } from "../recordings/recordings.ts";
import type { OperationResult, Operator } from "./operator.ts";
import { listWork } from "./work.ts";

/** Less than this holds a few hours of recordings. */
const freeBytesLeast = 256 * 1024 * 1024;

/**
 * Looks at a service, running or not; changes nothing. Any result means that the database answers and the pepper is the right one.
 * `missingRecordings`: the ids of finished books; null if the recordings are in a bucket that does not answer.
 */
export async function healthOf(operator: Operator): Promise<OperationResult> {
  const { store, place } = operator;
  const count = async (table: "accounts" | "stories"): Promise<number> =>
    (await store.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`))?.n ?? 0;
  const states = { dead: 0, stuck: 0, waiting: 0, "under way": 0 };
  for (const { state } of await listWork(store, operator.now())) states[state] += 1;
  const { "under way": underWay, ...work } = states;
  const { waiting, stuck, dead } = work;
  const { bavail, bsize } = await statfs(place.dataFolder);
  const freeBytes = bavail * bsize;
  const [accounts, stories] = [await count("accounts"), await count("stories")];
  const imbalances = await findImbalances(store);
  const missing = await missingRecordings(operator);
  const isStuck = `${pluralize(stuck, "job is", "jobs are")} waiting, but no service is running. Start one with coursebinder serve.`;
  const wereGivenUp = `${pluralize(dead, "job was", "jobs were")} given up: see coursebinder serve admin work list`;
  const findings = [
    ...imbalances.map(
      ({ accountId, what }) => `the books don't balance: ${showText(accountId)}: ${showText(what)}`,
    ),
    ...(stuck === 0 ? [] : [isStuck]),
    ...(dead === 0 ? [] : [wereGivenUp]),
    ...(missing ?? []).map((id) => `the recording of book ${id} is missing`),
    ...(missing === null ? ["the bucket for recordings does not answer"] : []),
    ...(freeBytes < freeBytesLeast ? ["the disk with the data folder is nearly full"] : []),
  ];
  return {
    lines: [
      `${pluralize(accounts, "account")}, ${pluralize(stories, "story", "stories")}`,
      `work: ${waiting} waiting, ${underWay} under way, ${stuck} stuck, ${dead} given up`,
      `${Math.floor(freeBytes / 1_000_000)} MB free for the data folder`,
      ...(findings.length === 0 ? ["All is well: the database answers, and the books balance."] : []),
    ],
    findings,
    document: {
      accounts,
      stories,
      work: { ...work, underWay },
      freeBytes,
      imbalances,
      missingRecordings: missing,
      findings,
    },
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
