import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readEmphasis } from "./emphasis.ts";
import { huntAll } from "./hunt.ts";
import { playMany, type Series } from "./many.ts";
import { type Outcome, play } from "./play.ts";
import { playShared } from "./postgres/play-shared.ts";
import { startDatabaseServer } from "./postgres/server.ts";

// `--postgres` plays histories with a ledger in a real PostgreSQL, on one core. `npm run simulate -- --seed 7` replays one history with its
// trace; `--seeds 1000000 --from 1` plays many, on all cores; `--planted` measures how soon each planted bug is found. `--emphasis <name>`
// plays histories that are about one thing above all. `--every` and `--finds` are for the processes that this one starts.
const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    seeds: { type: "string", default: "10000" },
    from: { type: "string", default: "1" },
    every: { type: "string" },
    finds: { type: "string", default: "1" },
    planted: { type: "boolean", default: false },
    postgres: { type: "boolean", default: false },
    emphasis: { type: "string" },
  },
});

const emphasis = values.emphasis === undefined ? null : readEmphasis(values.emphasis);
const [from, seeds] = [Number(values.from), Number(values.seeds)];
if (values.planted) await huntAll(from, values.postgres, say);
else if (values.postgres) await withPostgres();
else if (values.seed !== undefined)
  await replay(Number(values.seed), (seed, options) => play(seed, { ...options, emphasis }));
else if (values.every === undefined) await playOnAllCores();
else await playSome({ every: Number(values.every) });

async function withPostgres(): Promise<void> {
  const server = await startDatabaseServer();
  try {
    const player: Player = (seed, options) => playShared(seed, server, { ...options, emphasis });
    if (values.seed !== undefined) await replay(Number(values.seed), player);
    else await playSome({ every: Number(values.every ?? 1), player, postgres: true });
  } finally {
    await server.stop();
  }
}

type Player = (seed: number, options?: { readonly traced?: boolean }) => Promise<Outcome>;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function replay(seed: number, player: Player): Promise<void> {
  const { trace, broken, sends, checks } = await player(seed, { traced: true });
  for (const line of trace) say(line);
  say(`\nseed ${seed}: ${broken ?? "every promise kept"} (${sends} creations, ${checks} checks)`);
  process.exitCode = broken === null ? 0 : 1;
}

async function playSome(series: Pick<Series, "every" | "player" | "postgres">): Promise<void> {
  const { failures, summary } = await playMany({
    ...series,
    emphasis,
    from,
    seeds,
    finds: Number(values.finds),
    tell: say,
  });
  say(summary);
  if (failures > 0) process.exitCode = 1;
}

async function playOnAllCores(): Promise<void> {
  const workers = availableParallelism();
  const startedAt = performance.now();
  const exits = await Promise.all(
    Array.from({ length: workers }, (_, index) => playInWorker(index, workers)),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  say(`${seeds} seeds in ${seconds.toFixed(1)} s, ${Math.round(seeds / seconds)} a second`);
  if (exits.some((code) => code !== 0)) process.exitCode = 1;
}

function playInWorker(index: number, workers: number): Promise<number | null> {
  const flags = ["--from", from + index, "--seeds", seeds - index, "--every", workers].map(String);
  if (emphasis !== null) flags.push("--emphasis", emphasis);
  const worker = spawn(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), ...flags], {
    stdio: "inherit",
  });
  return new Promise((resolve) => worker.on("exit", resolve));
}
