import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { scopes } from "../contract/operations.ts";
import { errorCode } from "../shared/failure.ts";
import { makeFolder } from "../shared/files/make-folder.ts";
import type { PostgresAddress } from "../shared/postgres/address.ts";
import type { World } from "../shared/world.ts";
import { readAccounts } from "./accounts/accounts.ts";
import { replaceKey } from "./accounts/credentials.ts";
import { readPepper } from "./accounts/pepper.ts";
import { type DemoSecrets, demoAccountId, handOverDemo, seedAccounts } from "./accounts/seed.ts";
import { mcpPath } from "./api/mcp.ts";
import { basePath } from "./api/rest.ts";
import { iso, serviceClock } from "./clock.ts";
import type { ServiceConfig } from "./config/config.ts";
import { lockFolder, onDataFolder, openStore, refuseOthersRecordings } from "./data-folder.ts";
import { standardTimeLimits, type TimeLimits } from "./http/connections.ts";
import { buildServer } from "./http/server.ts";
import { callLogs } from "./limits.ts";
import type { Meters } from "./metrics/serve-metrics.ts";
import { findImbalances } from "./money/audit.ts";
import { embeddedNarrator } from "./narrators/embedded-narrator.ts";
import type { Addresses, Parts } from "./parts.ts";
import type { Narrator, Writer } from "./ports.ts";
import { settleRecordings } from "./recordings/open-recordings.ts";
import type { Variables } from "./recordings/s3-settings.ts";
import { startRetention } from "./retention.ts";
import { StartFailure } from "./start-problem.ts";
import { sql } from "./store/store.ts";
import { startWorker } from "./stories/worker.ts";
import { embeddedWriter } from "./writers/tell-story.ts";

/** How long a closing service may finish pending responses: less than the ten seconds after which container runtimes kill. */
const drainMostMs = 8_000;

export interface ServiceOptions {
  /** The address to listen on. Keeping it to loopback is the caller's responsibility. */
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Created with mode 0700 if missing. Contains everything durable that is not in a database or a bucket. */
  readonly dataFolder: string;
  /** A database on a PostgreSQL server, for several processes; null: a file in the folder, for this process alone. */
  readonly database: PostgresAddress | null;
  readonly config: ServiceConfig;
  /** The environment variables that the key of a bucket for the recordings is read from. Absent: none. */
  readonly variables?: Variables;
  /** How long a story takes to write and to narrate. */
  readonly writingTimeMs: number;
  readonly narrationTimeMs: number;
  /** Null: the embedded writer, which needs no network. */
  readonly writer: Writer | null;
  /** Null: the embedded narrator, which needs none either. */
  readonly narrator: Narrator | null;
  readonly world: World;
  /** Counts and times what this process does, for `/metrics`. Absent: nobody watches. */
  readonly meters?: Meters;
  /** Timeouts for clients. Absent: the defaults. */
  readonly timeLimits?: TimeLimits;
  /** The time in ms by which several processes count calls, where that of their database would not do. Paid starts are then counted by `world`. */
  readonly windowClock?: () => number;
}

export interface RunningService extends Readonly<Addresses> {
  /** The demo account's new secrets, this once, or null if they were handed over before or there is no such account. */
  handOverDemo(): Promise<DemoSecrets | null>;
  /**
   * Creates a key with every scope and no cap, for the demo account or else for the first account. Revokes an older key with that name. Rejects without
   * any account.
   */
  mintKey(name: string): Promise<string>;
  /** Resolves with the system's code once the disk has failed: the service answers nothing more, and its process should end. */
  readonly failed: Promise<string>;
  /** Finishes pending requests, accepts no more, and resolves once everything has stopped. Unfinished stories resume at the next start. */
  close(): Promise<void>;
}

/** How long writing and narrating a story take by default. */
export const standardTimes = { writingMs: 2_000, narrationMs: 3_000 } as const;

/** Starts the service on its data folder, by default with the offline writer and narrator. Fails with a `StartProblem`, leaving nothing running. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  return onDataFolder(options, async () => {
    await makeFolder(options.dataFolder, 0o700);
    const undo: (() => Promise<unknown>)[] = [];
    if (options.database === null) {
      const lock = await lockFolder(options.dataFolder);
      undo.push(() => lock.close());
    }
    try {
      return await start(options, undo);
    } catch (error) {
      await undoAll(undo).catch(() => undefined);
      throw error;
    }
  });
}

async function start(options: ServiceOptions, undo: (() => Promise<unknown>)[]): Promise<RunningService> {
  const { dataFolder, config, world } = options;
  const embedded = embeddedNarrator({ yields: true });
  undo.push(() => embedded.close());
  const makers = { writer: options.writer ?? embeddedWriter, narrator: options.narrator ?? embedded };
  await refuseOthersRecordings(options);
  const store = await openStore(options, world);
  undo.push(() => store.close());
  const pepper = await readPepper(dataFolder, store);
  const imbalances = await findImbalances(store);
  if (imbalances.length > 0) throw new StartFailure({ code: "books_do_not_balance", imbalances });
  const clock = serviceClock(world, config.clock);
  const paidStartClock = () =>
    store.isShared && options.windowClock === undefined ? store.clock : sql`CAST(${clock()} AS BIGINT)`;
  await seedAccounts({ store, world, pepper, now: clock() }, config);
  const recordings = await settleRecordings(store, config.recordings.s3, {
    dataFolder,
    world,
    variables: options.variables ?? {},
  });
  undo.push(() => recordings.close());
  const worker = startWorker({ ...options, ...makers, store, clock, recordings });
  undo.push(() => worker.stop());
  const retention = startRetention({ ...options, store, clock, paidStartClock, recordings });
  undo.push(() => retention.stop());
  const addresses: Addresses = { url: "", appUrl: "", mcpUrl: "", listensAt: "" };
  const parts: Parts = {
    store,
    config,
    clock,
    paidStartClock,
    world,
    pepper,
    dataFolder,
    recordings,
    addresses,
    writingTimeMs: options.writingTimeMs,
    narrationTimeMs: options.narrationTimeMs,
    ...makers,
    database: options.database,
    ...callLogs({ ...options, store, pepper }, config),
  };
  const { app, connections } = buildServer(parts, {
    limits: options.timeLimits ?? standardTimeLimits,
    meters: options.meters ?? null,
  });
  undo.push(() => app.close());
  undo.push(async () => {
    const cut = await connections.drain(drainMostMs);
    if (cut > 0) world.log.warn({ cut }, "connections were cut because answering them took too long");
  });
  await listen(app, options, addresses);
  if (config.publicUrl !== null) await warnIfUnfit(config, parts);
  await worker.start();
  world.log.info({ url: addresses.url, dataFolder }, "the local service is up");
  let closing: Promise<void> | null = null;
  return {
    ...addresses,
    handOverDemo: () => handOverDemo({ ...parts, now: clock() }),
    mintKey: (name) => mint(parts, name),
    failed: store.failed.then((error) => {
      const cause = errorCode(error);
      world.log.error(
        { cause },
        "the disk reported an error: data may be missing, so the service has stopped answering requests",
      );
      return cause;
    }),
    close() {
      closing ??= undoAll(undo);
      return closing;
    },
  };
}

/** Sets the addresses before the first request can arrive. */
async function listen(
  app: FastifyInstance,
  { host, port, config }: ServiceOptions,
  addresses: Addresses,
): Promise<void> {
  app.server.once("listening", () => {
    const { port: taken } = app.server.address() as AddressInfo;
    addresses.listensAt = `http://${host.includes(":") ? `[${host}]` : host}:${taken}`;
    addresses.appUrl = config.publicUrl ?? addresses.listensAt;
    addresses.url = addresses.appUrl + basePath;
    addresses.mcpUrl = addresses.appUrl + mcpPath;
  });
  try {
    await app.listen({ host, port });
  } catch (error) {
    const reason = errorCode(error);
    throw new StartFailure({ code: "address_unavailable", host, port, reason }, { cause: error });
  }
}

async function mint(parts: Parts, name: string): Promise<string> {
  const accounts = await readAccounts(parts.store);
  const [first] = accounts.keys();
  const accountId = accounts.has(demoAccountId) ? demoAccountId : first;
  if (accountId === undefined) throw new Error("the service has no account to make a key for");
  return replaceKey({ ...parts, now: parts.clock() }, { accountId, name, scopes });
}

/** In reverse order of starting; the folder's lock is released last. */
async function undoAll(undo: (() => Promise<unknown>)[]): Promise<void> {
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
}

const allAreOne =
  "the configuration has a publicUrl but no trustedProxies, so all clients behind a proxy count as one address, and one client's bad keys lock all of them out";
const otherTime =
  "the service has a publicUrl, but its clock does not start at the real time: days, months, caps and sessions follow that clock";
const noAccount =
  "the service has no account yet; with the same --data and database, run coursebinder serve admin accounts add <id> --credits <n>, then coursebinder serve keys add <name> --account <id>";
const openDemo =
  "the account demo, which was made when the service first started without a publicUrl, is still open and keeps its credits and its key; to close it, run coursebinder serve admin accounts ban demo with the same --data and database";

/** Warns of what is fit for a service of this machine alone, and not for one at a public address. */
async function warnIfUnfit(config: ServiceConfig, { store, world: { log } }: Parts): Promise<void> {
  if (config.publicUrl?.startsWith("https:") && config.trustedProxies.length === 0) log.warn({}, allAreOne);
  if (config.clock !== null) log.warn({ clock: iso(config.clock) }, otherTime);
  const accounts = await readAccounts(store);
  if (accounts.size === 0) log.warn({}, noAccount);
  const demo = accounts.get(demoAccountId)?.settings;
  const isOpen = demo !== undefined && !demo.banned && !demo.deleted;
  if (isOpen && !config.accounts.some(({ id }) => id === demoAccountId)) log.warn({}, openDemo);
}
