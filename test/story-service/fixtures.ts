import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { World } from "../../src/shared/world.ts";
import { readServiceConfig, type ServiceConfig } from "../../src/story-service/config/config.ts";
import { openStore } from "../../src/story-service/data-folder.ts";
import { standardTimeLimits, type TimeLimits } from "../../src/story-service/http/connections.ts";
import type { Meters } from "../../src/story-service/metrics/serve-metrics.ts";
import { findImbalances } from "../../src/story-service/money/audit.ts";
import type { Narrator, StoryOrder, Writer } from "../../src/story-service/ports.ts";
import type { Variables } from "../../src/story-service/recordings/s3-settings.ts";
import { type RunningService, startService } from "../../src/story-service/serve.ts";
import type { Store } from "../../src/story-service/store/store.ts";
import { undo } from "../undo.ts";
import { type Reader, readerAt } from "./call.ts";
import { databaseOf } from "./engine.ts";

export { undo };

/** A world whose time stands still until a test lets it pass, and whose log can be awaited. */
export interface HandWorld extends World {
  /** Moves the time on and wakes every sleeper that is due. */
  pass(ms: number): void;
  /** Resolves once a message was logged so many times in all. */
  logged(message: string, times?: number): Promise<void>;
  readonly lines: readonly { readonly level: string; readonly message: string; readonly fields: object }[];
}

const startOfTime = Date.parse("2026-03-10T12:00:00.000Z");

export function handWorld(startsAt: number = startOfTime): HandWorld {
  let elapsed = 0;
  const sleepers = new Set<{ at: number; wake: () => void }>();
  const lines: { level: string; message: string; fields: object }[] = [];
  const waiters = new Set<() => void>();
  const write = (level: string) => (fields: object, message: string) => {
    lines.push({ level, message, fields });
    for (const waiter of waiters) waiter();
  };
  return {
    now: () => startsAt + elapsed,
    monotonic: () => elapsed,
    random: Math.random,
    sleep: (ms, signal) =>
      new Promise<void>((resolve) => {
        if (ms <= 0 || signal?.aborted === true) return resolve();
        const sleeper = { at: elapsed + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", () => resolve(), { once: true });
      }),
    log: { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") },
    lines,
    pass(ms) {
      elapsed += ms;
      for (const sleeper of sleepers) {
        if (sleeper.at > elapsed) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
    logged: (message, times = 1) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (lines.filter((line) => line.message === message).length < times) return;
          waiters.delete(look);
          resolve();
        };
        waiters.add(look);
        look();
      }),
  };
}

/** A real writer of a few sentences, in every language but Toki Pona. */
const smallWriter: Writer = {
  covers: (lang) => lang !== "tok",
  async write(order: StoryOrder) {
    const words = order.words.map(({ word }) => word).join(", ");
    return { title: `About ${order.topic}`, text: `It was a good day. ${words}\n\nIt ended well.` };
  },
};

/** Silence, as an MPEG 1 Layer III stream of whole frames: 128 kbit/s, 44.1 kHz, an all-zero body decodes to nothing heard. */
export function silentMp3(frames: number): Uint8Array {
  const frame = new Uint8Array(417);
  frame.set([0xff, 0xfb, 0x90, 0xc4]);
  return Uint8Array.from({ length: frames * 417 }, (_, at) => frame[at % 417] ?? 0);
}

const silentNarrator: Narrator = {
  covers: (lang) => lang !== "jbo",
  narrate: async () => ({ bytes: silentMp3(40), contentType: "audio/mpeg", durationMs: 1045 }),
};

export const secretOf = (letter: string): string => `sk_live_${letter.repeat(43)}`;
export const keyOfAnn = secretOf("a");
export const keyOfBen = secretOf("b");

/** Two readers with generous limits: a test that is about a limit sets its own. */
const twoReaders = `
limits: { calls: 100000/1m, paidStarts: 100000/1m }
accounts:
  - { id: ann, credits: 1000, keys: [{ name: main, secret: ${keyOfAnn} }] }
  - { id: ben, credits: 1000, keys: [{ name: main, secret: ${keyOfBen} }] }
`;

function configOf(text: string): ServiceConfig {
  const result = readServiceConfig(text, "service.yaml");
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.config;
}

export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "service-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A running service, and Ann, who calls it. */
export interface Fixture extends Reader {
  readonly service: RunningService;
  readonly world: HandWorld;
  readonly dataFolder: string;
  /** The environment. */
  readonly variables: Variables;
  /** Lets a story be written, and resolves once it is. */
  write(): Promise<void>;
  /** Lets an audiobook be read, and resolves once it is. */
  narrate(): Promise<void>;
  /** Orders a story with an audiobook, and lets it be written and begun to be narrated. */
  beginBook(more?: object): Promise<Book>;
  /** The same, until the audiobook is ready. */
  makeBook(more?: object): Promise<Book>;
  /** What is wrong with the books of the service: an empty list is the promise. */
  imbalances(): Promise<unknown[]>;
}

export interface Book {
  readonly storyId: string;
  readonly bookId: string;
}

export interface RigOptions {
  readonly config?: string;
  readonly dataFolder?: string;
  readonly port?: number;
  readonly world?: HandWorld;
  readonly writer?: Writer;
  readonly narrator?: Narrator;
  readonly timeLimits?: Partial<TimeLimits>;
  readonly variables?: Variables;
  readonly meters?: Meters;
  /** Whether calls are counted by the time of the database, where there is one, and not by that of the world. */
  readonly countsInRealTime?: boolean;
}

const writingTimeMs = 1_000;
const narrationTimeMs = 3_000;

export async function startRig(options: RigOptions = {}): Promise<Fixture> {
  const dataFolder = options.dataFolder ?? (await tempFolder());
  const world = options.world ?? handWorld();
  const variables = options.variables ?? {};
  const service = await startService({
    host: "127.0.0.1",
    port: options.port ?? 0,
    dataFolder,
    database: await databaseOf(dataFolder),
    config: configOf(options.config ?? twoReaders),
    variables,
    writingTimeMs,
    narrationTimeMs,
    writer: options.writer ?? smallWriter,
    narrator: options.narrator ?? silentNarrator,
    world,
    ...(options.meters === undefined ? {} : { meters: options.meters }),
    timeLimits: { ...standardTimeLimits, ...options.timeLimits },
    ...(options.countsInRealTime === true ? {} : { windowClock: world.monotonic }),
  });
  undo.push(() => service.close());
  const countOf = (message: string): number => world.lines.filter((line) => line.message === message).length;
  const after = async (ms: number, message: string): Promise<void> => {
    const before = countOf(message);
    world.pass(ms);
    await world.logged(message, before + 1);
  };
  const ann = readerAt(service.url, keyOfAnn);
  const write = () => after(writingTimeMs * 1.2, "story written");
  const narrate = () => after(narrationTimeMs * 1.2, "audiobook ready");
  const beginBook = async (more: object = {}): Promise<Book> => {
    const storyId = await ann.order({ ...spokenStory, ...more });
    await write();
    return { storyId, bookId: (await ann.story(storyId)).book.id };
  };
  return {
    ...ann,
    service,
    world,
    dataFolder,
    variables,
    write,
    narrate,
    beginBook,
    async makeBook(more) {
      const book = await beginBook(more);
      await narrate();
      return book;
    },
    imbalances: () => withStore(dataFolder, findImbalances),
  };
}

/** Another process of the same service, on its folder and its database; its time is its own. */
export function beside({ dataFolder, world }: Fixture, options: RigOptions = {}): Promise<Fixture> {
  return startRig({ dataFolder, world: handWorld(world.now()), ...options });
}

/** Ends a service and starts it again on its folder, as if no time had passed. */
export async function restart(fixture: Fixture, options: RigOptions = {}): Promise<Fixture> {
  await fixture.service.close();
  return beside(fixture, options);
}

/** A small valid creation without an audiobook: 13 credits. */
export const plainStory = { topic: "A walk", lang: "es", difficulty: 3, audiobook: false } as const;
/** With an audiobook: 13 and 12 credits. */
export const spokenStory = { ...plainStory, audiobook: true } as const;

/** Runs a query on a data folder from outside. */
export function query<Row>(dataFolder: string, sql: string): Promise<Row[]> {
  return withStore(dataFolder, (store) => store.all<Row>(sql));
}

/** Works on a data folder's database from outside, whether or not a service runs on it. */
export async function withStore<Result>(dataFolder: string, work: (store: Store) => Promise<Result>) {
  const store = await openStore({ dataFolder, database: await databaseOf(dataFolder) }, handWorld());
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
