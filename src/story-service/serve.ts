import type { Server as HttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { scopes } from "../contract/operations.ts";
import { errorCode, Failure } from "../shared/failure.ts";
import type { OpenFile } from "../shared/files/files.ts";
import { makeFolder } from "../shared/files/make-folder.ts";
import { realFiles } from "../shared/files/real-files.ts";
import type { PostgresAddress } from "../shared/postgres/address.ts";
import type { Log, World } from "../shared/world.ts";
import { readAccounts } from "./accounts/accounts.ts";
import { type DemoSecrets, handOverDemo } from "./accounts/demo.ts";
import { followPeppers } from "./accounts/follow-peppers.ts";
import { replaceKey } from "./accounts/mint.ts";
import { readPeppers } from "./accounts/read-peppers.ts";
import { demoAccountId, settleAccounts } from "./accounts/settle.ts";
import { settleSignIns } from "./accounts/sign-ins.ts";
import { refuseHalfRestored, refuseHalfRestoredTables } from "./backup/unfinished-restore.ts";
import { serviceClock } from "./clock.ts";
import type { ServiceConfig } from "./config/config.ts";
import { onDataFolder } from "./data-folder.ts";
import { checkFolder, claimFolder, markFolder } from "./folder-mark.ts";
import { basePath } from "./http/rest.ts";
import { buildServer } from "./http/server.ts";
import { standardTimeLimits, type TimeLimits } from "./http/time-limits.ts";
import { followTlsFiles, readTlsFiles } from "./http/tls.ts";
import { type LeaseTimes, standardLeaseTimes } from "./jobs/jobs.ts";
import { callLogs, keepForgetting } from "./limits/call-logs.ts";
import { mcpPath } from "./mcp/mount.ts";
import type { Meters } from "./metrics/meters.ts";
import { findImbalances } from "./money/audit.ts";
import type { Addresses, Parts } from "./parts.ts";
import type { Narrator, Writer } from "./ports.ts";
import { settleRecordings } from "./recordings/open-recordings.ts";
import type { Variables } from "./recordings/s3-settings.ts";
import { startRetention } from "./retention/retention.ts";
import type { StartProblem } from "./start-problem.ts";
import { warnIfPublic, warnOfOpenPepper } from "./start-warnings.ts";
import { openStore } from "./store/open-store.ts";
import type { Store } from "./store/store.ts";
import { keepTrying } from "./stories/keep-trying.ts";
import { startWorker } from "./stories/worker.ts";

/** How long a closing service may finish pending responses: less than the ten seconds after which container runtimes kill. */
const drainMostMs = 8_000;

/**
 * What a process of a service does, beside others on the same database: it answers ("web"), leaving the work on stories to others, or it works, and
 * answers nothing but, where it has a port, whether it is well ("worker"); or both.
 */
export type Role = "web" | "worker" | "both";

export interface ServiceOptions {
  /** The address to listen on. Keeping it to loopback is the caller's responsibility. */
  readonly host: string;
  /** 0 picks a free port; null: none, for a process that only works. */
  readonly port: number | null;
  /** What this process does of the service. Absent: everything. */
  readonly role?: Role;
  /** Created with mode 0700 if missing. Contains everything durable that is not in a database or a bucket. */
  readonly dataFolder: string;
  /** A database on a PostgreSQL server, for several processes; null: a file in the folder, for this process alone. */
  readonly database: PostgresAddress | null;
  readonly config: ServiceConfig;
  /** The environment variables that the key of a bucket for the recordings is read from. Absent: none. */
  readonly variables?: Variables;
  /** How long a story takes to write and to narrate, plus or minus a fifth. */
  readonly writingTimeMs: number;
  readonly narrationTimeMs: number;
  readonly writer: Writer;
  readonly narrator: Narrator;
  readonly world: World;
  /** Where the access log goes, if the configuration wants one. Absent: to the world's log. */
  readonly accesses?: Pick<Log, "info">;
  /** Counts and times what this process does, for `/metrics`. Absent: nobody watches. */
  readonly meters?: Meters;
  /** Timeouts for clients. Absent: the defaults. */
  readonly timeLimits?: TimeLimits;
  /** How long a process holds its work without a sign of life. Absent: the defaults. */
  readonly leaseTimes?: LeaseTimes;
  /** The time in ms by which several processes count calls. Absent: that of their database. */
  readonly windowClock?: () => number;
}

export interface RunningService {
  /** The interface's base URL: `http://127.0.0.1:4010/api/v1`, or at the public address. This and the others are empty without a port. */
  readonly url: string;
  readonly appUrl: string;
  readonly mcpUrl: string;
  /** Where this process listens, which is not what clients use where there is a public address. */
  readonly listensAt: string;
  /**
   * Calls `show` with the demo account's new secrets, or with null if they were shown before or there is no such account. Resolves once it is durable
   * that they were shown: until then every start shows new ones.
   */
  handOverDemo(show: (secrets: DemoSecrets | null) => void): Promise<void>;
  /** Creates a key with every scope and no cap, for the demo account or else for the first account. Revokes an older key with that name. Rejects without any account. */
  mintKey(name: string): Promise<string>;
  /** Finishes pending requests, accepts no more, and resolves once everything has stopped. Unfinished stories resume at the next start. */
  close(): Promise<void>;
}

/** Starts the service on its data folder. Fails with a `StartProblem`, leaving nothing running. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  return onDataFolder(options, async () => {
    await makeFolder(options.dataFolder, 0o700);
    await refuseHalfRestored(options.dataFolder);
    await checkFolder(options);
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

/** The operating system's lock, released when its process ends, however it ends. */
async function lockFolder(dataFolder: string): Promise<OpenFile> {
  const lock = await realFiles.openAppend(join(dataFolder, "service.lock"));
  if (lock.tryLock()) return lock;
  await lock.close();
  throw new Failure<StartProblem>({ code: "data_folder_in_use", path: dataFolder });
}

async function start(options: ServiceOptions, undo: (() => Promise<unknown>)[]): Promise<RunningService> {
  const { dataFolder, config, world, port, role = "both" } = options;
  const hostname = config.publicUrl === null ? "" : new URL(config.publicUrl).hostname;
  const tls =
    config.tls === null || port === null ? null : await readTlsFiles(config.tls, { hostname, world });
  const store = await openStore(options, world);
  undo.push(() => store.close());
  if (options.database !== null) await refuseHalfRestoredTables(store, options.database.location);
  await claimFolder(store, options, world);
  const pepper = await readPeppers(realFiles, dataFolder, store);
  await warnOfOpenPepper(dataFolder, world);
  await checkBooks(store);
  const clock = serviceClock(world, config.clock);
  const deleted = await settleAccounts({ store, world, pepper, now: clock() }, config);
  if (deleted.length > 0)
    world.log.warn({ accounts: deleted }, "the configuration names accounts that were deleted; they stay so");
  const recordings = await settleRecordings(store, config.recordings.s3, {
    dataFolder,
    world,
    variables: options.variables ?? {},
    isNarrating: role !== "web",
  });
  undo.push(() => recordings.close());
  await store.settled();
  await markFolder(store, options);
  const stopping = new AbortController();
  // Nobody signs in at a worker.
  const settled = async (): Promise<void> =>
    role === "worker" ? undefined : settleSignIns({ store, pepper }, config);
  const signIns = keepTrying(settled, { world, signal: stopping.signal });
  undo.push(() => {
    stopping.abort();
    return signIns;
  });
  const worker = startWorker({
    leaseTimes: standardLeaseTimes,
    ...options,
    store,
    clock,
    recordings,
  });
  undo.push(() => worker.stop());
  const followed = followPeppers(pepper, { store, world });
  undo.push(() => followed.stop());
  const forgetting = keepForgetting({ ...options, store, pepper });
  undo.push(() => forgetting.stop());
  const retention = startRetention({
    store,
    clock,
    world,
    recordings,
    paidStartsWindowMs: config.limits.paidStarts.windowMs,
  });
  undo.push(() => retention.stop());
  const addresses: Addresses = { url: "", appUrl: "", mcpUrl: "", listensAt: "" };
  const parts: Parts = {
    store,
    config,
    clock,
    world,
    pepper,
    dataFolder,
    recordings,
    addresses,
    worker,
    signIns,
    database: options.database,
    ...callLogs({ ...options, store, pepper }, config),
  };
  const { app, connections } = buildServer(parts, {
    answersClients: role !== "worker",
    limits: options.timeLimits ?? standardTimeLimits,
    accesses: options.accesses ?? world.log,
    meters: options.meters ?? null,
    tls,
  });
  undo.push(() => app.close());
  undo.push(async () => {
    const cut = await connections.drain(drainMostMs);
    if (cut > 0) world.log.warn({ cut }, "connections were cut: they took too long to be answered");
  });
  if (port !== null) await listen(app, { ...options, port }, addresses);
  if (config.tls !== null && tls !== null) {
    const unfollow = followTlsFiles(app.server as unknown as HttpsServer, config.tls, { hostname, world });
    undo.push(async () => unfollow());
  }
  // Once for a service: workers answer nobody.
  if (role !== "worker") await warnIfPublic({ config, store, world, isPlain: tls === null });
  if (role !== "web") await worker.start();
  world.log.info({ url: addresses.url, dataFolder, role }, "the local service is up");
  let closing: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closing ??= undoAll(undo);
    return closing;
  };
  return {
    ...addresses,
    handOverDemo: (show) => handOverDemo({ ...parts, now: clock() }, show),
    mintKey: (name) => mint(parts, name),
    close,
  };
}

async function checkBooks(store: Store): Promise<void> {
  const imbalances = await findImbalances(store);
  if (imbalances.length > 0) throw new Failure<StartProblem>({ code: "books_do_not_balance", imbalances });
}

/** Sets the addresses before the first request can arrive. */
async function listen(
  app: FastifyInstance,
  { host, port, config }: ServiceOptions & { readonly port: number },
  addresses: Addresses,
): Promise<void> {
  app.server.once("listening", () => {
    const { port: taken } = app.server.address() as AddressInfo;
    addresses.listensAt = `${config.tls === null ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${taken}`;
    addresses.appUrl = config.publicUrl ?? addresses.listensAt;
    addresses.url = addresses.appUrl + basePath;
    addresses.mcpUrl = addresses.appUrl + mcpPath;
  });
  try {
    await app.listen({ host, port });
  } catch (error) {
    const reason = errorCode(error);
    throw new Failure<StartProblem>({ code: "address_unavailable", host, port, reason }, { cause: error });
  }
}

async function mint(parts: Parts, name: string): Promise<string> {
  const accounts = await readAccounts(parts.store);
  const [first] = accounts.keys();
  const accountId = accounts.has(demoAccountId) ? demoAccountId : first;
  if (accountId === undefined) throw new Error("the service has no account to make a key for");
  const keysMost = parts.config.limits.keys;
  return replaceKey(
    { ...parts, database: parts.store, now: parts.clock() },
    { accountId, name, scopes, keysMost },
  );
}

/** In reverse order of starting; the folder's lock is released last. */
async function undoAll(undo: (() => Promise<unknown>)[]): Promise<void> {
  for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step();
}
