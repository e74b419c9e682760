import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "undici";
import type { z } from "zod";
import { bookPageSchema } from "../../src/contract/books.ts";
import { errorBodySchema, errorCodeOf } from "../../src/contract/errors.ts";
import { quoteSchema } from "../../src/contract/quotes.ts";
import { type Story, storySchema } from "../../src/contract/stories.ts";
import { balanceSchema } from "../../src/story-service/money/prices.ts";

export interface LoadOptions {
  readonly url: string;
  /** One reader for each key, with a connection of its own. */
  readonly keys: readonly string[];
  /** The longest that they work; the signal ends it earlier. */
  readonly durationMs: number;
  /** Between two calls of one reader; 0: the next as soon as the last is answered. */
  readonly gapMs: number;
  /** Of a hundred calls, how many create a story. */
  readonly creations: number;
  /** Whether the service is killed meanwhile: then a connection may break. */
  readonly kills: boolean;
  /** Whether its database is, too: then it may answer 500 where nobody can know. */
  readonly losesDatabase?: boolean;
}

export interface Tally {
  /** By key: ids of the stories that were accepted. */
  readonly accepted: Record<string, string[]>;
  /** By key: creations whose answer never came. */
  readonly uncertain: Record<string, number>;
  readonly statuses: Record<string, number>;
  /** What no client should ever see. */
  readonly problems: string[];
  /** Of each read of a story, in ms. */
  readonly readsMs: number[];
  /** The longest that this process was too busy to look, in ms: an error of measurement. */
  readonly lateMs: number;
}

/** Readers at work until the time or the signal ends it: each creates, reads, lists, quotes and checks every answer against the contract. */
export async function readersAtWork(options: LoadOptions, signal: AbortSignal): Promise<Tally> {
  const tally = { accepted: {}, uncertain: {}, statuses: {}, problems: [], readsMs: [], lateMs: 0 };
  const watch = watchLateness();
  const endsAt = performance.now() + options.durationMs;
  await Promise.all(options.keys.map((key) => readerAtWork({ ...options, key, endsAt, signal }, tally)));
  return { ...tally, lateMs: watch() };
}

type Reader = LoadOptions & { readonly key: string; readonly endsAt: number; readonly signal: AbortSignal };

async function readerAtWork(reader: Reader, tally: Tally): Promise<void> {
  const client = new Client(new URL(reader.url).origin, { bodyTimeout: 30_000, headersTimeout: 30_000 });
  const stories = new Map<string, Story | null>();
  await sleep(Math.random() * Math.max(reader.gapMs, 50));
  while (performance.now() < reader.endsAt && !reader.signal.aborted) {
    const next = performance.now() + reader.gapMs;
    await oneCall(client, reader, { stories, tally });
    const restMs = next - performance.now();
    if (restMs > 0) await sleep(restMs);
  }
  tally.accepted[reader.key] = [...stories.keys()];
  await client.destroy();
}

interface Memory {
  readonly stories: Map<string, Story | null>;
  readonly tally: Tally;
}

async function oneCall(client: Client, reader: Reader, memory: Memory): Promise<void> {
  const dice = Math.random() * 100;
  if (dice < reader.creations || memory.stories.size === 0) return create(client, reader, memory);
  if (dice > 96) return look(client, reader, { memory, path: "/books?limit=5", schema: bookPageSchema });
  if (dice > 92) return look(client, reader, { memory, path: "/balance", schema: balanceSchema });
  if (dice > 90) return quote(client, reader, memory);
  const ids = [...memory.stories.keys()].slice(-8);
  const id = ids[Math.floor(Math.random() * ids.length)] ?? "";
  const began = performance.now();
  const answer = await send(client, reader, { memory, path: `/stories/${id}` });
  if (answer === null) return;
  memory.tally.readsMs.push(performance.now() - began);
  if (answer.status === 404) memory.tally.problems.push(`the accepted story ${id} is gone`);
  const story = readAs(answer, { status: 200, schema: storySchema, memory });
  if (story !== null) notBack(memory, story);
}

const order = ["writing", "ready", "making_audiobook", "done"];

/** What was seen once is durable: no crash takes a story back to an earlier state. */
function notBack({ stories, tally }: Memory, story: Story): void {
  const before = stories.get(story.id)?.status ?? story.status;
  if (order.indexOf(story.status) < order.indexOf(before))
    tally.problems.push(`${story.id} went back from ${before} to ${story.status}`);
  stories.set(story.id, story);
}

const languages = ["en", "es", "fr", "de"];

async function create(client: Client, reader: Reader, memory: Memory): Promise<void> {
  const lang = languages[Math.floor(Math.random() * languages.length)] ?? "en";
  const difficulty = 1 + Math.floor(Math.random() * 10);
  const audiobook = Math.random() < 0.5;
  const body = { topic: `A walk to the ${Math.random()}`, lang, difficulty, audiobook };
  const answer = await send(client, reader, { memory, path: "/stories", body });
  if (answer === null || (reader.losesDatabase === true && answer.status === 500)) {
    memory.tally.uncertain[reader.key] = (memory.tally.uncertain[reader.key] ?? 0) + 1;
    return;
  }
  const story = readAs(answer, { status: 202, schema: storySchema, memory });
  if (story !== null) memory.stories.set(story.id, story);
}

async function quote(client: Client, reader: Reader, memory: Memory): Promise<void> {
  const answer = await send(client, reader, {
    memory,
    path: "/stories/quote",
    body: { lang: "es", difficulty: 3 },
  });
  if (answer !== null) readAs(answer, { status: 200, schema: quoteSchema, memory });
}

async function look(
  client: Client,
  reader: Reader,
  { memory, path, schema }: { memory: Memory; path: string; schema: z.ZodType },
): Promise<void> {
  const answer = await send(client, reader, { memory, path });
  if (answer !== null) readAs(answer, { status: 200, schema, memory });
}

interface Answer {
  readonly status: number;
  readonly retryAfter: unknown;
  readonly text: string;
  /** Whether a 500 is no problem. */
  readonly mayNotKnow: boolean;
}

/** One call; `null` where the connection broke, which only a kill excuses. */
async function send(
  client: Client,
  { url, key, kills, losesDatabase = false }: Reader,
  { memory, path, body }: { memory: Memory; path: string; body?: object },
): Promise<Answer | null> {
  try {
    const {
      statusCode,
      headers,
      body: stream,
    } = await client.request({
      path: new URL(url).pathname + path,
      method: body === undefined ? "GET" : "POST",
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await stream.text();
    const { statuses } = memory.tally;
    statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    return { status: statusCode, retryAfter: headers["retry-after"], text, mayNotKnow: losesDatabase };
  } catch (error) {
    if (!kills) memory.tally.problems.push(`${path} broke: ${String(error)}`);
    await sleep(50);
    return null;
  }
}

/** The answer by its schema; a refusal must have its own form, and anything else is a problem. */
function readAs<Schema extends z.ZodType>(
  { status, retryAfter, text, mayNotKnow }: Answer,
  expected: { readonly status: number; readonly schema: Schema; readonly memory: Memory },
): z.output<Schema> | null {
  const { problems } = expected.memory.tally;
  const json = parse(text);
  if (status === expected.status) {
    const read = expected.schema.safeParse(json);
    if (read.success) return read.data;
    problems.push(`malformed ${status}: ${text.slice(0, 200)}`);
    return null;
  }
  const refusal = errorBodySchema.safeParse(json);
  const wait = refusal.data?.retryAfterSeconds;
  const fits = refusal.data?.code === errorCodeOf(status) && (status !== 500 || mayNotKnow);
  if (!fits || (status === 429 && String(wait) !== retryAfter)) {
    problems.push(`malformed ${status}: ${text.slice(0, 200)}`);
  }
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const lookEveryMs = 20;

/** Measures how late this process's own timers are. The function it returns ends the watch and tells the longest delay. */
function watchLateness(): () => number {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - lookEveryMs);
    last = now;
  }, lookEveryMs);
  return () => {
    clearInterval(timer);
    return longest;
  };
}
