import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { readPostgresAddress } from "../../src/shared/postgres/address.ts";
import { openStore } from "../../src/story-service/data-folder.ts";
import { coursebinder } from "../fixtures.ts";
import { freePort } from "../free-port.ts";
import { startServer } from "../ledger/postgres/database/server.ts";
import { handWorld, silentMp3 } from "../story-service/fixtures.ts";
import { modelServer } from "../story-service/running/model-fixtures.ts";
import { auditFromOutside, auditStore } from "./audit.ts";
import { type Cluster, type ClusterOptions, newCluster } from "./cluster.ts";
import type { Tally } from "./readers.ts";
import { configOf, keyOf, startLoad, sumOf } from "./start-load.ts";

export interface Killing {
  /** Four processes on PostgreSQL, whose server is restarted, too; or one on SQLite. */
  readonly engine: "sqlite" | "postgres";
  readonly durationMs: number;
  readonly readers: number;
}

export interface Killed {
  readonly kills: number;
  readonly restarts: number;
  /** How many backups were restored and looked into. */
  readonly backups: number;
  readonly accepted: number;
  readonly uncertain: number;
  readonly reads: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Whatever is wrong: an empty list is the promise. */
  readonly problems: readonly string[];
}

/** How long the processes live between two kills. */
const lifeLeastMs = 1_000;
const lifeMostMs = 4_000;
/** How long what was accepted may take to be done, once nothing is killed any more: leases lapse meanwhile. */
const settlingMostMs = 120_000;

/** What a test of both engines does with their databases. */
interface Databases {
  /** Makes one of that name; null: each service's folder has its own. */
  make(name: string): Promise<string | null>;
  /** Ends the server, in order or not, and starts it again. */
  restart(how: "in order" | "crash"): Promise<void>;
  stop(): Promise<void>;
}

async function databasesOf(engine: Killing["engine"]): Promise<Databases> {
  const nothing = async (): Promise<void> => undefined;
  if (engine === "sqlite") return { make: async () => null, restart: nothing, stop: nothing };
  const server = await startServer();
  return {
    async make(name) {
      const client = new pg.Client({ connectionString: server.url });
      await client.connect();
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      const url = new URL(server.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    restart: (how) => server.restart(how),
    stop: () => server.stop(),
  };
}

/**
 * Kills the processes of a service, one at a time, while readers are at work; a database's server stops in order once, and crashes once. Each process
 * is started again. In the end every accepted story must be there, done and charged once, and the books must balance; also in what is restored
 * elsewhere from a backup made at half time, under load, and from one made in the end.
 */
export async function killService({ engine, durationMs, readers }: Killing): Promise<Killed> {
  const databases = await databasesOf(engine);
  const keys = Array.from({ length: readers }, (_, reader) => keyOf(reader));
  const config = configOf(readers, "none");
  // A narrator that costs nothing, so that a small machine is not busy with that alone.
  const narrator = await modelServer(() => ({ type: "audio/mpeg", body: Buffer.from(silentMp3(40)) }));
  const { url: narratorUrl, model } = narrator.server;
  const env = { STORY_NARRATOR_URL: narratorUrl, STORY_NARRATOR_MODEL: model };
  const options = { config, writingTime: "500ms", env };
  const cluster = await newCluster({ ...options, databaseUrl: await databases.make("killed") });
  try {
    const places: Place[] = [];
    for (let process = 0; process < (engine === "sqlite" ? 1 : 4); process += 1) {
      const port = await freePort();
      places.push({ port, member: await cluster.serve(port) });
    }
    const callers = places.slice(0, 2);
    const loads = callers.map(({ member }, part) => {
      const mine = keys.filter((_, n) => n % callers.length === part);
      const working = { durationMs: durationMs * 2, gapMs: 150, creations: 15, kills: true };
      return startLoad({ url: member.url, keys: mine, ...working, losesDatabase: engine === "postgres" }, 1);
    });
    const endsAt = Date.now() + durationMs;
    const restartsAt = [Date.now() + durationMs / 3, Date.now() + (2 * durationMs) / 3];
    let [kills, restarts] = [0, 0];
    let half: string | null = null;
    while (Date.now() < endsAt) {
      if (Date.now() > endsAt - durationMs / 2) half ??= await backUp(cluster, "half");
      await sleep(lifeLeastMs + Math.random() * (lifeMostMs - lifeLeastMs));
      if (Date.now() > (restartsAt[restarts] ?? Number.POSITIVE_INFINITY)) {
        await databases.restart(restarts === 0 ? "in order" : "crash");
        restarts += 1;
      }
      const place = places[Math.floor(Math.random() * places.length)];
      if (place === undefined) continue;
      place.member.running.process.kill("SIGKILL");
      await place.member.running.finished;
      place.member = await cluster.serve(place.port);
      kills += 1;
    }
    await sleep(lifeMostMs);
    const tally = sumOf(await Promise.all(loads.map((load) => load.stop())));
    const problems = [
      ...tally.problems,
      ...(await judge(cluster, { url: places[0]?.member.url ?? "", tally, readers })),
    ];
    for (const { member } of places) {
      member.running.process.kill("SIGTERM");
      await member.running.finished;
    }
    const backups = [...(half === null ? [] : [half]), await backUp(cluster, "end")];
    for (const [index, backup] of backups.entries()) {
      const databaseUrl = await databases.make(`restored_${index}`);
      const whole = index === backups.length - 1 ? { tally, readers } : null;
      problems.push(...(await judgeBackup(backup, { ...options, databaseUrl }, whole)));
    }
    return {
      kills,
      restarts,
      problems,
      statuses: tally.statuses,
      backups: backups.length,
      accepted: Object.values(tally.accepted).flat().length,
      uncertain: Object.values(tally.uncertain).reduce((sum, count) => sum + count, 0),
      reads: tally.readsMs.length,
    };
  } finally {
    await cluster.stop();
    await narrator.close();
    await databases.stop();
  }
}

/** Where a process runs; the one there is replaced after each kill. */
interface Place {
  readonly port: number;
  member: Awaited<ReturnType<Cluster["serve"]>>;
}

interface Judged {
  readonly url: string;
  readonly tally: Tally;
  readonly readers: number;
}

/** What a client, the database and `serve audit` find wrong once all that was accepted is done. */
async function judge(cluster: Cluster, { url, tally, readers }: Judged): Promise<string[]> {
  const database = cluster.databaseUrl === null ? null : readPostgresAddress(cluster.databaseUrl);
  const store = await openStore({ dataFolder: join(cluster.folder, "data"), database }, handWorld());
  try {
    const left = async (): Promise<number> =>
      (await store.get<{ n: number }>("SELECT COUNT(*) AS n FROM jobs"))?.n ?? 0;
    const until = Date.now() + settlingMostMs;
    while ((await left()) > 0 && Date.now() < until) await sleep(500);
    const stuck = await left();
    if (stuck > 0) return [`${stuck} jobs are stuck`];
    const outside = await auditFromOutside(url, tally, readers);
    while ((await left()) > 0) await sleep(500);
    const failed = await store.all<{ id: string; error: string }>(
      "SELECT id, error FROM stories WHERE status = 'failed'",
    );
    return [
      ...outside,
      ...(await auditStore(store)),
      ...failed.map(({ id, error }) => `the story ${id} failed: ${error}`),
      ...(await cluster.audit()).map((imbalance) => `serve audit says ${JSON.stringify(imbalance)}`),
    ];
  } finally {
    await store.close();
  }
}

/** Makes a backup of a service, whether or not it runs, and gives its folder. */
async function backUp(cluster: Cluster, name: string): Promise<string> {
  const output = join(cluster.folder, name);
  const made = await coursebinder(["serve", "backup", "--output", output, "--data", "data"], cluster.place);
  if (made.code !== 0) throw new Error(`no backup: ${made.stderr}`);
  return output;
}

/** What is wrong in a service that is restored from a backup. `whole`: of one that has everything that was accepted, and not only what was there by then. */
async function judgeBackup(
  backup: string,
  options: ClusterOptions,
  whole: Omit<Judged, "url"> | null,
): Promise<string[]> {
  const restored = await newCluster(options);
  try {
    const { code, stderr } = await coursebinder(
      ["serve", "restore", backup, "--data", "data"],
      restored.place,
    );
    const problems = code === 0 ? [] : [`serve restore ended with ${code}: ${stderr}`];
    const books = (await restored.audit()).map((imbalance) => `restored: ${JSON.stringify(imbalance)}`);
    const { url } = await restored.serve();
    const outside = whole === null ? [] : await auditFromOutside(url, whole.tally, whole.readers);
    return [...problems, ...books, ...outside.map((what) => `restored: ${what}`)];
  } finally {
    await restored.stop();
  }
}
