import { setTimeout as sleep } from "node:timers/promises";
import { readPostgresAddress } from "../../src/shared/postgres/address.ts";
import { openStore } from "../../src/story-service/open-service.ts";
import { freePort } from "../free-port.ts";
import { startServer } from "../ledger/postgres/database/server.ts";
import { modelServer } from "../story-service/running/model-fixtures.ts";
import { auditFromOutside, auditStore } from "./audit.ts";
import { type Cluster, type ClusterOptions, newCluster } from "./cluster.ts";
import type { Tally } from "./readers.ts";
import { backUp, newDatabase, restoreFrom } from "./restored.ts";
import { keyOf, openingCredits, startLoad, sumOf } from "./served.ts";

export interface ClusterKilling {
  readonly durationMs: number;
  readonly readers: number;
}

export interface ClusterKilled {
  readonly kills: number;
  readonly restarts: number;
  /** How many backups were restored and looked into. */
  readonly backups: number;
  readonly accepted: number;
  readonly uncertain: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Whatever is wrong: an empty list is the promise. */
  readonly problems: readonly string[];
}

/** How long the processes live between two kills. */
const lifeLeastMs = 1_000;
const lifeMostMs = 4_000;
/** How long what was accepted may take to be done, once nothing is killed any more: leases lapse meanwhile. */
const settlingMostMs = 120_000;

/**
 * Kills, one at a time, processes of a service of four, while readers are at work; its database's server stops in order once,
 * and crashes once. Each process is started again. In the end every accepted story must be there, done and charged once, and the books must balance; also in
 * what is restored elsewhere from a backup made at half time, under load, and from one made in the end.
 */
export async function killCluster({ durationMs, readers }: ClusterKilling): Promise<ClusterKilled> {
  const server = await startServer();
  const databaseUrl = await newDatabase(server.url, "killed");
  const unlimited = "1000000/1m";
  const accounts = Array.from({ length: readers }, (_, reader) => ({
    id: `reader-${reader}`,
    credits: openingCredits,
    keys: [{ name: "main", secret: keyOf(reader) }],
  }));
  const config = JSON.stringify({ limits: { calls: unlimited, paidStarts: unlimited }, accounts });
  // A narrator that costs nothing, so that a small machine is not busy with that alone.
  const narrator = await modelServer(() => ({ type: "audio/mpeg", body: silence() }));
  const { url: narratorUrl, model } = narrator.server;
  const env = { STORY_NARRATOR_URL: narratorUrl, STORY_NARRATOR_MODEL: model };
  const options = { config, writingTime: "500ms", env };
  const cluster = await newCluster({ ...options, databaseUrl });
  try {
    const ports = [await freePort(), await freePort(), await freePort(), await freePort()];
    const places = await startAll(cluster, ports);
    const loads = ports.slice(0, 2).map((port, half) =>
      startLoad(
        {
          url: `http://127.0.0.1:${port}/api/v1`,
          keys: Array.from({ length: readers }, (_, reader) => keyOf(reader)).filter(
            (_, n) => n % 2 === half,
          ),
          durationMs: durationMs * 2,
          gapMs: 150,
          creations: 15,
          kills: true,
          losesDatabase: true,
        },
        1,
      ),
    );
    const endsAt = Date.now() + durationMs;
    const restartsAt = [Date.now() + durationMs / 3, Date.now() + (2 * durationMs) / 3];
    let [kills, restarts] = [0, 0];
    let backup: string | null = null;
    while (Date.now() < endsAt) {
      if (restarts === 1 && Date.now() > endsAt - durationMs / 2)
        backup ??= await backUp(cluster, "half", databaseUrl);
      await sleep(lifeLeastMs + Math.random() * (lifeMostMs - lifeLeastMs));
      if (Date.now() > (restartsAt[restarts] ?? Number.POSITIVE_INFINITY)) {
        await server.restart(restarts === 0 ? "in order" : "crash");
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
    const tallies = await Promise.all(loads.map((load) => load.stop()));
    const tally = sumOf(tallies);
    const problems = [...tally.problems, ...(await judge(cluster, { databaseUrl, ports, tally, readers }))];
    for (const place of places) await ended(place);
    const elsewhere = { ...options, serverUrl: server.url, tally, readers };
    if (backup !== null) problems.push(...(await judgeBackup(backup, { ...elsewhere, isWhole: false })));
    const last = await backUp(cluster, "end", databaseUrl);
    problems.push(...(await judgeBackup(last, { ...elsewhere, isWhole: true })));
    return {
      kills,
      restarts,
      problems,
      statuses: tally.statuses,
      backups: backup === null ? 1 : 2,
      accepted: Object.values(tally.accepted).flat().length,
      uncertain: Object.values(tally.uncertain).reduce((sum, count) => sum + count, 0),
    };
  } finally {
    await cluster.stop();
    await narrator.close();
    await server.stop();
  }
}

/** A second of it, as MPEG 1 Layer III frames of 128 kbit/s and 44.1 kHz. */
function silence(): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0xc4]);
  return Buffer.concat(Array(40).fill(frame));
}

/** Where a process runs; the one there is replaced after each kill. */
interface Place {
  readonly port: number;
  member: Awaited<ReturnType<Cluster["serve"]>>;
}

async function startAll(cluster: Cluster, ports: readonly number[]): Promise<Place[]> {
  const places: Place[] = [];
  for (const port of ports) places.push({ port, member: await cluster.serve(port) });
  return places;
}

interface Judged {
  readonly databaseUrl: string;
  readonly ports: readonly number[];
  readonly tally: Tally;
  readonly readers: number;
}

/** What a client, the database and `serve audit` find wrong once all that was accepted is done. */
async function judge(cluster: Cluster, { databaseUrl, ports, tally, readers }: Judged): Promise<string[]> {
  const database = readPostgresAddress(databaseUrl);
  if (database === null) throw new Error("the database has no address");
  const quiet = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  };
  const world = { sleep: (ms: number) => sleep(ms), random: Math.random, log: quiet };
  const store = await openStore({ dataFolder: cluster.folder, database }, world);
  try {
    const left = async (): Promise<number> =>
      (await store.get<{ n: number }>("SELECT COUNT(*) AS n FROM jobs WHERE dead_reason IS NULL"))?.n ?? 0;
    const until = Date.now() + settlingMostMs;
    while ((await left()) > 0 && Date.now() < until) await sleep(500);
    const stuck = await left();
    if (stuck > 0) return [`${stuck} jobs are stuck`];
    const outside = await auditFromOutside(`http://127.0.0.1:${ports[0]}/api/v1`, tally, readers);
    while ((await left()) > 0) await sleep(500);
    const dead = await store.all<{ story_id: string }>("SELECT story_id FROM jobs");
    const books = await cluster.audit();
    return [
      ...outside,
      ...(await auditStore(store)),
      ...dead.map(({ story_id }) => `the work on ${story_id} was given up`),
      ...books.map((imbalance) => `serve audit says ${JSON.stringify(imbalance)}`),
    ];
  } finally {
    await store.close();
  }
}

async function ended({ member }: Place): Promise<void> {
  member.running.process.kill("SIGTERM");
  await member.running.finished;
}

interface Elsewhere extends Omit<ClusterOptions, "databaseUrl"> {
  readonly serverUrl: string;
  readonly tally: Tally;
  readonly readers: number;
  /** Whether the backup has everything that was accepted, and not only what was there by then. */
  readonly isWhole: boolean;
}

/** What is wrong in a service that is restored from a backup. */
async function judgeBackup(backup: string, elsewhere: Elsewhere): Promise<string[]> {
  const { serverUrl, tally, readers, isWhole, ...options } = elsewhere;
  const databaseUrl = await newDatabase(serverUrl, isWhole ? "restored_whole" : "restored_half");
  const { restored, problems } = await restoreFrom(backup, { ...options, databaseUrl });
  try {
    const books = (await restored.audit()).map((imbalance) => `restored: ${JSON.stringify(imbalance)}`);
    const { url } = await restored.serve();
    const outside = isWhole ? await auditFromOutside(url, tally, readers) : [];
    return [...problems, ...books, ...outside.map((what) => `restored: ${what}`)];
  } finally {
    await restored.stop();
  }
}
