import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command } from "../../fixtures.ts";
import { freePort } from "../../free-port.ts";
import { keyOf, type Served, serve, startLoad } from "../../load/served.ts";
import { median } from "../measure.ts";
import { need, say } from "./report.ts";

const sliceMs = 3_000;
const slowestMost = 0.9;

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
export async function benchAgainstEarlier(
  tree: string,
  { readers, durationMs }: { readonly readers: number; readonly durationMs: number },
): Promise<void> {
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
        const slice = await load(service, readers);
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

async function load(service: Served, readers: number): Promise<Slice> {
  const keys = Array.from({ length: readers }, (_, reader) => keyOf(reader));
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
