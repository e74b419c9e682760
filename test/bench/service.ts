import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "../free-port.ts";
import { auditFromOutside, auditInside } from "../load/audit.ts";
import type { Tally } from "../load/readers.ts";
import { keyOf, type Served, serve, startLoad } from "../load/served.ts";
import { command, median, percentile, say } from "./measure.ts";

/**
 * `npm run bench:service`: the local service under 200 readers at once, first at the pace that the limits allow each of them, then as fast as
 * they get answers. `-- --earlier <folder>` compares it with another tree that is built instead. A read counts from the reader's send to the last byte
 * of the answer; the readers are two processes of their own, on the same processors. It ends with 1 when an answer is malformed, a balance wrong,
 * memory grows, reads at the allowed pace are slow, or reads are slower than the other tree's by more than a tenth.
 */
const { values } = parseArgs({
  options: {
    readers: { type: "string", default: "200" },
    seconds: { type: "string", default: "60" },
    earlier: { type: "string" },
  },
});
const readers = Number(values.readers);
const durationMs = Number(values.seconds) * 1_000;
const keys = Array.from({ length: readers }, (_, reader) => keyOf(reader));
const processes = 2;

/** A key may make 60 calls in a minute: one in a second, and a little slack for timers. */
const allowedGapMs = 1_010;
const readMostMs = 50;
const sliceMs = 3_000;
const slowestMost = 0.9;
/** Memory counts as flat when the last third of the time has at most so much more than the second; the first warms up. */
const growthMost = 1.15;
const watchEveryMs = 500;

const [cpu] = cpus();
say(
  `${availableParallelism()} x ${cpu?.model ?? "unknown"}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`,
);
if (values.earlier === undefined) {
  const paced = await underLoad("60 calls a minute each", {
    limits: "standard",
    gapMs: allowedGapMs,
    creations: 5,
  });
  need(`reads of a story under ${readMostMs} ms at the 99th percentile`, paced < readMostMs);
  await underLoad("as fast as they are answered", { limits: "none", gapMs: 0, creations: 1 });
} else await compareWith(values.earlier);

interface RateLimiter {
  readonly limits: "standard" | "none";
  readonly gapMs: number;
  readonly creations: number;
}

/** Runs one load, checks everything, and returns the 99th percentile of the reads. */
async function underLoad(name: string, { limits, ...rateLimiter }: RateLimiter): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "service-bench-"));
  const port = await freePort();
  try {
    const service = await serve({ folder, port, readers, limits });
    const watch = watchMemory(service);
    const tally = await startLoad(
      { url: service.url, keys, durationMs, kills: false, ...rateLimiter },
      processes,
    ).tally;
    const memory = watch();
    const loop = await service.stop();
    say(`\n${readers} readers for ${durationMs / 1_000} s, ${name}`);
    tell(tally);
    say(
      `  the service's main thread kept others waiting ${loop.p99Ms.toFixed(1)} ms at p99, ${loop.mostMs.toFixed(1)} ms at most`,
    );
    need("memory is flat", memory.growth <= growthMost, `${memory.first} MiB, then ${memory.last} MiB`);
    const inside = await auditInside(folder);
    const again = await serve({ folder, port, readers, limits: "none" });
    const outside = await auditFromOutside(again.url, tally, readers);
    await again.stop();
    need("every answer has its form", tally.problems.length === 0, tally.problems[0]);
    need("every balance is right", inside.length + outside.length === 0, [...inside, ...outside][0]);
    return percentile(tally.readsMs, 0.99);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

function watchMemory(service: Served): () => { first: number; last: number; growth: number } {
  const seen: number[] = [];
  const timer = setInterval(() => seen.push(service.memory()), watchEveryMs);
  return () => {
    clearInterval(timer);
    const third = Math.ceil(seen.length / 3);
    const first = percentile(seen.slice(third, 2 * third), 0.5);
    const last = percentile(seen.slice(-third), 0.5);
    return { first: Math.round(first / 2 ** 20), last: Math.round(last / 2 ** 20), growth: last / first };
  };
}

interface Build {
  readonly name: string;
  readonly folder: string;
  readonly service: Served;
  readonly slices: Slice[];
}

interface Slice {
  readonly readsASecond: number;
  /** Of the service, for an answer. */
  readonly processorUs: number;
  readonly problems: readonly string[];
}

/**
 * Compares this build's service with that of another tree, whose `dist` is built, both on SQLite: they run side by side and are asked in turn, as a
 * machine's speed may change by a fifth within minutes. Without narration, which would take its share from either by chance.
 */
async function compareWith(tree: string): Promise<void> {
  const rounds = Math.max(3, Math.round(durationMs / sliceMs));
  say(`\n${readers} readers at the build in ${tree} and at this one in turn, ${rounds} times ${sliceMs} ms`);
  const builds: Build[] = [];
  try {
    for (const [name, program] of [
      ["earlier", join(tree, "dist", "cli.js")],
      ["this", command],
    ] as const) {
      const folder = mkdtempSync(join(tmpdir(), "service-bench-"));
      const port = await freePort();
      const config = { switches: { narration: false } };
      const service = await serve({ folder, port, readers, limits: "none", program, config });
      builds.push({ name, folder, service, slices: [] });
    }
    // The first round only warms up.
    for (let round = -1; round < rounds; round += 1)
      for (const { service, slices } of round % 2 === 0 ? builds : builds.toReversed()) {
        const slice = await loadSlice(service);
        if (round >= 0) slices.push(slice);
      }
    for (const { name, slices } of builds)
      say(
        `  ${name.padEnd(8)} ${median(slices.map(({ readsASecond }) => readsASecond)).toFixed(0)} reads/s, ` +
          `${median(slices.map(({ processorUs }) => processorUs)).toFixed(0)} us of processor time for an answer`,
      );
    const [earlier, now] = builds.map(({ slices }) => slices);
    const ratio = (of: "readsASecond" | "processorUs"): number =>
      median((now ?? []).map((slice, round) => slice[of] / (earlier?.[round]?.[of] ?? Number.NaN)));
    const reads = ratio("readsASecond");
    say(
      `  this to earlier: ${reads.toFixed(2)} x the reads, ${ratio("processorUs").toFixed(2)} x the processor time`,
    );
    const problems = builds.flatMap(({ slices }) => slices.flatMap((slice) => slice.problems));
    need("every answer has its form", problems.length === 0, problems[0]);
    need("reads are slower by a tenth at most", reads >= slowestMost);
  } finally {
    for (const { service, folder } of builds) {
      await service.stop();
      rmSync(folder, { recursive: true });
    }
  }
}

async function loadSlice(service: Served): Promise<Slice> {
  const before = service.processorMs();
  const options = { keysEach: 1, durationMs: sliceMs, gapMs: 0, creations: 1, kills: false };
  const tally = await startLoad({ url: service.url, keys, ...options }, 1).tally;
  const answers = Object.values(tally.statuses).reduce((sum, count) => sum + count, 0);
  return {
    problems: tally.problems,
    readsASecond: tally.readsMs.length / (sliceMs / 1_000),
    processorUs: ((service.processorMs() - before) * 1_000) / answers,
  };
}

/** Says whether what is promised holds. Where it doesn't, the bench ends with exit code 1. */
function need(what: string, holds: boolean, detail = ""): void {
  say(`  ${what}: ${holds ? "yes" : "NO"}${detail === "" ? "" : `   (${detail})`}`);
  if (!holds) process.exitCode = 1;
}
