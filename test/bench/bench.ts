import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { openFileLedger } from "../../src/ledger/file/file-ledger.ts";
import { emptyHead, headOf, writeLine } from "../../src/ledger/format/line.ts";
import type { LedgerStore } from "../../src/ledger/store.ts";
import { realFiles } from "../../src/shared/files/real-files.ts";
import { builtProgram } from "./built.ts";
import { exportLong } from "./long-export.ts";
import { type Density, lessonIn, openingOf, writeLongLedger } from "./long-ledger.ts";
import { median, megabytes, say, verdict } from "./measure.ts";
import { benchPackages } from "./package/package-bench.ts";
import { benchManyJobs, benchStart } from "./start-bench.ts";

const program = await builtProgram(join(import.meta.dirname, "read-long.ts"));

/**
 * `npm run bench`: how soon the program starts, how it bears long plans, large packages and long exports, and how fast the ledger is, as ratios within
 * this one run, since the machine's own speed comes and goes. What is compared takes turns, and each figure is a median. The load at the start is shown:
 * what does two things at once loses more by it. Parts may be named, as in `npm run bench -- start jobs`.
 */
const parts = ["start", "jobs", "packages", "exports", "ledger"] as const;
const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.find((part) => !parts.some((known) => known === part));
if (unknown !== undefined) throw new Error(`there is no part ${unknown}; the parts are ${parts.join(", ")}`);

const rounds = 5;
const appends = 2_000;
const events = 600_000;
const mostExportBytes = 200e6;

const folder = mkdtempSync(join(tmpdir(), "coursebinder-bench-"));
// Nothing that the commands remember stays on the machine.
process.env.COURSEBINDER_STATE = join(folder, "state-of-commands");
try {
  const [cpu] = cpus();
  say(
    `${availableParallelism()} x ${cpu?.model ?? "unknown"}, Node ${process.version}, ${process.platform}, ${folder}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  if (isAsked("start")) benchStart(folder);
  if (isAsked("jobs")) benchManyJobs(folder);
  if (isAsked("packages")) benchPackages(folder);
  if (isAsked("exports")) await benchExports();
  if (isAsked("ledger")) {
    await benchAppends();
    for (const density of ["dense", "hourly"] as const) benchFold(density);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** All parts, or those that the command line names. */
function isAsked(part: (typeof parts)[number]): boolean {
  return positionals.length === 0 || positionals.includes(part);
}

/** Events through the ledger against the same lines through `write` and `fdatasync` alone, in turn. */
async function benchAppends(): Promise<void> {
  const bodies = Array.from({ length: appends / 8 }, (_, lesson) => lessonIn("1", lesson)).flat();
  const plain = await openLedger("plain.jsonl");
  const mirrored = await openLedger("mirrored.jsonl", join(folder, "state"));
  const raw = await open(join(folder, "raw"), "a");
  const took = { raw: [] as number[], plain: [] as number[], mirrored: [] as number[] };
  const at = new Date().toISOString();
  let after = headOf(writeLine(emptyHead, at, openingOf("bench")).event);
  for (const body of bodies) {
    const chained = writeLine(after, at, body);
    after = headOf(chained.event);
    const line = Buffer.from(chained.line);
    took.raw.push(
      await timed(async () => {
        await raw.write(line);
        await raw.datasync();
      }),
    );
    took.plain.push(await timed(() => plain.append(body)));
  }
  for (const body of bodies) {
    const ms = await timed(() => mirrored.append(body));
    if (body.type.startsWith("creation.")) took.mirrored.push(ms);
  }
  await Promise.all([raw.close(), plain.close(), mirrored.close()]);
  const base = median(took.raw);
  const ratio = base / median(took.plain);
  say(`\nappends, ${bodies.length} of each in turn: median time, speed against the first`);
  const row = (name: string, ms: number, note = ""): void =>
    say(`  ${name.padEnd(42)} ${ms.toFixed(3)} ms   ${(base / ms).toFixed(2)}${note}`);
  row("write and fdatasync, and nothing else", base);
  row("an event in the ledger", median(took.plain), `   (at least 0.80: ${ratio >= 0.8 ? "yes" : "NO"})`);
  row("an event about a creation, and in its mirror", median(took.mirrored));
}

function openLedger(name: string, stateFolder?: string): Promise<LedgerStore> {
  return openFileLedger({
    path: join(folder, name),
    identity: { course: "bench", service: "local" },
    mustExist: false,
    holder: "the bench",
    files: realFiles,
    world: { now: Date.now, random: Math.random },
    ...(stateFolder === undefined ? {} : { stateFolder }),
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Reading, verifying and folding a long ledger against reading and parsing its lines, each in a process of its own. */
function benchFold(density: Density): void {
  const path = join(folder, `${density}.jsonl`);
  const lessons = writeLongLedger(path, { events, density });
  const times = { parse: [] as number[], fold: [] as number[] };
  const memory = { parse: 0, fold: 0 };
  for (let round = 0; round < rounds; round++) {
    for (const way of ["parse", "fold"] as const) {
      const { ms, peakBytes } = readLong(way, path);
      times[way].push(ms);
      memory[way] = Math.max(memory[way], peakBytes);
    }
  }
  const base = median(times.parse);
  say(
    `\n${events} events, ${megabytes(statSync(path).size)}, ${lessons} lessons (${density}), median of ${rounds}, memory at its highest`,
  );
  for (const way of ["parse", "fold"] as const) {
    const ratio = median(times[way]) / base;
    const verdict = way === "fold" ? `   (at most 2.00: ${ratio <= 2 ? "yes" : "NO"})` : "";
    const name = { parse: "read, split, JSON.parse", fold: "read, verify, fold" }[way];
    say(
      `  ${name.padEnd(24)} ${(median(times[way]) / 1_000).toFixed(2)} s   ${ratio.toFixed(2)}   ${megabytes(memory[way])}${verdict}`,
    );
  }
}

function readLong(way: "parse" | "fold", path: string): { ms: number; peakBytes: number } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, way, path]);
  if (status !== 0) throw new Error(stderr.toString());
  return JSON.parse(stdout.toString()) as { ms: number; peakBytes: number };
}

/** The memory of the commands at its highest, by the system's own figure, with one export of 50 and of 400 MB. */
async function benchExports(): Promise<void> {
  say("\none export, bound with the sound in every format: memory at its highest");
  for (const recording of [50e6, 400e6]) {
    const peaks = await exportLong(recording);
    const row = (name: string, peak: number, kept = ""): void =>
      say(`  ${name.padEnd(42)} ${megabytes(peak)}   ${kept}`);
    say(`  ${megabytes(recording)}, a package of ${megabytes(peaks.packageBytes)}`);
    for (const [name, peak] of [
      ["run: fetched, checked and bound", peaks.run],
      ["package: bound again", peaks.package],
    ] as const) {
      row(`  ${name}`, peak, verdict(`under ${megabytes(mostExportBytes)}`, peak < mostExportBytes));
    }
    row("  the local service, its narrator included", peaks.service);
  }
}
