import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { auditFromOutside, auditInside } from "../load/audit.ts";
import { type Member, newCluster } from "../load/cluster.ts";
import type { Tally } from "../load/readers.ts";
import { configOf, keyOf, startLoad } from "../load/start-load.ts";
import { percentile, say } from "./measure.ts";

/**
 * `npm run bench:service`: the local service under 200 readers at once, first at the pace that the limits allow each of them, then as fast as
 * they get answers. A read counts from the reader's send to the last byte
 * of the answer; the readers are two processes of their own, on the same processors. It ends with 1 when an answer is malformed, a balance wrong,
 * memory grows, or reads at the allowed pace are slow.
 */
const { values } = parseArgs({
  options: {
    readers: { type: "string", default: "200" },
    seconds: { type: "string", default: "60" },
  },
});
const readers = Number(values.readers);
const durationMs = Number(values.seconds) * 1_000;
const keys = Array.from({ length: readers }, (_, reader) => keyOf(reader));
const processes = 2;

/** A key may make 60 calls in a minute: one in a second, and a little slack for timers. */
const allowedGapMs = 1_010;
const readMostMs = 50;
/** Memory counts as flat when the last third of the time has at most so much more than the second; the first warms up. */
const growthMost = 1.15;
const watchEveryMs = 500;
const tellLoop = join(import.meta.dirname, "preload", "tell-loop.cjs");

const [cpu] = cpus();
say(
  `${availableParallelism()} x ${cpu?.model ?? "unknown"}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
);
const paced = await underLoad("60 calls a minute each", {
  limits: "standard",
  gapMs: allowedGapMs,
  creations: 5,
});
need(`reads of a story under ${readMostMs} ms at the 99th percentile`, paced < readMostMs);
await underLoad("as fast as they are answered", { limits: "none", gapMs: 0, creations: 1 });

interface RateLimiter {
  readonly limits: "standard" | "none";
  readonly gapMs: number;
  readonly creations: number;
}

/** Runs one load, checks everything, and returns the 99th percentile of the reads. */
async function underLoad(name: string, { limits, ...rateLimiter }: RateLimiter): Promise<number> {
  const service = await newCluster({
    databaseUrl: null,
    config: configOf(readers, limits),
    writingTime: "1s",
    env: { NODE_OPTIONS: `--require ${tellLoop}` },
  });
  try {
    const member = await service.serve();
    const watch = watchMemory(member);
    const load = { url: member.url, keys, durationMs, kills: false, ...rateLimiter };
    const tally = await startLoad(load, processes).tally;
    const memory = watch();
    const loop = await stopped(member);
    say(`\n${readers} readers for ${durationMs / 1_000} s, ${name}`);
    tell(tally);
    say(
      `  the service's main thread kept others waiting ${loop.p99Ms.toFixed(1)} ms at p99, ${loop.mostMs.toFixed(1)} ms at most`,
    );
    need("memory is flat", memory.growth <= growthMost, `${memory.first} MiB, then ${memory.last} MiB`);
    const inside = await auditInside(service.folder);
    writeFileSync(join(service.folder, "service.yaml"), configOf(readers, "none"));
    const outside = await auditFromOutside((await service.serve()).url, tally, readers);
    need("every answer has its form", tally.problems.length === 0, tally.problems[0]);
    need("every balance is right", inside.length + outside.length === 0, [...inside, ...outside][0]);
    return percentile(tally.readsMs, 0.99);
  } finally {
    await service.stop();
  }
}

/** Ends the service in order, and tells how long its main thread kept requests waiting, in ms. */
async function stopped({ running }: Member): Promise<{ readonly mostMs: number; readonly p99Ms: number }> {
  running.process.kill("SIGTERM");
  const said = /^loop (.*)$/m.exec((await running.finished).stderr)?.[1];
  if (said === undefined) throw new Error("the service did not end in order");
  return JSON.parse(said);
}

function tell({ readsMs, statuses, lateMs }: Tally): void {
  const calls = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const at = (share: number): string => `${percentile(readsMs, share).toFixed(1)} ms`;
  say(`  ${calls} answers ${JSON.stringify(statuses)}`);
  say(`  ${readsMs.length} reads of a story: p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, most ${at(1)}`);
  say(
    `  the readers' own clocks were late by ${lateMs.toFixed(0)} ms at most; load ${loadavg()[0]?.toFixed(1)}`,
  );
}

function watchMemory({ running }: Member): () => { first: number; last: number; growth: number } {
  const seen: number[] = [];
  const timer = setInterval(() => seen.push(residentBytes(running.process.pid ?? 0)), watchEveryMs);
  return () => {
    clearInterval(timer);
    const third = Math.ceil(seen.length / 3);
    const first = percentile(seen.slice(third, 2 * third), 0.5);
    const last = percentile(seen.slice(-third), 0.5);
    return { first: Math.round(first / 2 ** 20), last: Math.round(last / 2 ** 20), growth: last / first };
  };
}

function residentBytes(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1] ?? 0) * 1024;
}

/** Says whether what is promised holds. Where it doesn't, the bench ends with exit code 1. */
function need(what: string, holds: boolean, detail = ""): void {
  say(`  ${what}: ${holds ? "yes" : "NO"}${detail === "" ? "" : `   (${detail})`}`);
  if (!holds) process.exitCode = 1;
}
