import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../free-port.ts";
import { startServer } from "../../ledger/postgres/database/server.ts";
import type { Tally } from "../../load/readers.ts";
import { keyOf, type Served, serve, startLoad, sumOf } from "../../load/served.ts";
import { need, percentile, say } from "./report.ts";

interface Setting {
  readonly readers: number;
  readonly durationMs: number;
}

/** With the 60 calls a minute of each, two hundred readers may together make 1,800 calls a second: more than a machine of two processors answers. */
const keysEach = 9;

/**
 * The same load under the published limits, as fast as it is answered by readers of several keys, on SQLite with its one process and on PostgreSQL with one, two and four, which share its readers evenly.
 * Processors are shared too: with readers, database and processes on two of them, more processes can't do more work.
 */
export async function benchEngines(setting: Setting): Promise<void> {
  say(
    `\n${setting.readers} readers for ${setting.durationMs / 1_000} s on each, as fast as they are answered`,
  );
  say("  engine       processes   reads/s   creations/s   p50 ms   p99 ms");
  await underLoad("SQLite", { ...setting, processes: 1, database: null });
  for (const processes of [1, 2, 4]) {
    const server = await startServer();
    try {
      await underLoad("PostgreSQL", { ...setting, processes, database: server.url });
    } finally {
      await server.stop();
    }
  }
}

interface Engine extends Setting {
  readonly processes: number;
  readonly database: string | null;
}

async function underLoad(name: string, { processes, database, readers, durationMs }: Engine): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "service-bench-"));
  const services: Served[] = [];
  try {
    for (let count = 0; count < processes; count += 1) {
      const port = await freePort();
      const place = database === null ? {} : { database };
      services.push(await serve({ folder, port, readers, limits: "standard", keysEach, ...place }));
    }
    const tally = await loadOn(services, { readers, durationMs });
    const seconds = durationMs / 1_000;
    const created = Object.values(tally.accepted).reduce((sum, ids) => sum + ids.length, 0);
    const columns = [
      [name, 11],
      [processes, 11],
      [(tally.readsMs.length / seconds).toFixed(0), 9],
      [(created / seconds).toFixed(0), 13],
      [percentile(tally.readsMs, 0.5).toFixed(0), 8],
      [percentile(tally.readsMs, 0.99).toFixed(0), 8],
    ] as const;
    say(`  ${columns.map(([text, width]) => String(text).padStart(width)).join(" ")}`);
    need("every answer has its form", tally.problems.length === 0, tally.problems[0]);
    const refusals = tally.statuses[429] ?? 0;
    need("no limit refuses anybody", refusals === 0, refusals === 0 ? "" : `${refusals} refusals`);
  } finally {
    for (const service of services) await service.stop();
    rmSync(folder, { recursive: true });
  }
}

async function loadOn(services: readonly Served[], { readers, durationMs }: Setting): Promise<Tally> {
  const size = Math.ceil(readers / services.length);
  const loads = services.map(({ url }, part) => {
    const keys = Array.from({ length: size }, (_, index) => keyOf(part * size + index));
    return startLoad({ url, keys, keysEach, durationMs, gapMs: 0, creations: 2, kills: false }, 1).tally;
  });
  return sumOf(await Promise.all(loads));
}
