import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { readEmphasis } from "./emphasis.ts";
import { huntAll } from "./hunt.ts";
import { type Player, play, playMany } from "./play.ts";
import { startDatabaseServer } from "./postgres/server.ts";
import { sharedPlayer } from "./postgres/shared-history.ts";

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
const ofDatabase = values.postgres ? "--postgres " : "";
const flags = `${ofDatabase}${emphasis === null ? "" : `--emphasis ${emphasis} `}`;
if (values.planted) await huntAll(from, values.postgres, say);
else if (values.postgres) {
  const server = await startDatabaseServer();
  await playWith(sharedPlayer(server)).finally(() => server.stop());
} else if (values.seed === undefined && values.every === undefined) await playOnAllCores();
else await playWith(play);

async function playWith(player: Player): Promise<void> {
  if (values.seed !== undefined) {
    const { seed, trace, broken, sends, checks } = await player(Number(values.seed), {
      traced: true,
      emphasis,
    });
    for (const line of trace) say(line);
    say(`\nseed ${seed}: ${broken ?? "every promise kept"} (${sends} creations, ${checks} checks)`);
    process.exitCode = broken === null ? 0 : 1;
    return;
  }
  const every = Number(values.every ?? 1);
  const finds = Number(values.finds);
  const sums = await playMany({ from, seeds, every, finds, player, emphasis, flags, tell: say });
  const { histories, creations, checks, failures } = sums;
  say(
    `${histories} histories from seed ${from}, ${creations} creations, ${checks} checks: ${failures} broke a promise`,
  );
  if (failures > 0) process.exitCode = 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
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
  const given = ["--from", from + index, "--seeds", seeds - index, "--every", workers].map(String);
  if (emphasis !== null) given.push("--emphasis", emphasis);
  const worker = spawn(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url), ...given], {
    stdio: "inherit",
  });
  return new Promise((resolve) => worker.on("exit", resolve));
}
