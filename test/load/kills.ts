import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openSqlite } from "../../src/shared/sqlite.ts";
import { freePort } from "../free-port.ts";
import { auditFromOutside, auditInside } from "./audit.ts";
import type { Tally } from "./readers.ts";
import { keyOf, serve, startLoad } from "./served.ts";

/** How often the service begins a work, at most: one that ends its process each time must not end them for ever. */
const beginningsMost = 10;

export interface Killing {
  readonly kills: number;
  readonly readers: number;
  /** Between two calls of one reader. */
  readonly gapMs: number;
  readonly processes: number;
}

export interface Killed {
  readonly tally: Tally;
  readonly accepted: number;
  readonly uncertain: number;
  /** Whatever is wrong: an empty list is the promise. */
  readonly problems: readonly string[];
}

/**
 * Kills the service at random moments while readers are at work, looks into its books after each kill, and starts it again on the same
 * data. In the end every accepted story must be there and every balance must be what the stories cost.
 */
export async function killUnderLoad({ kills, readers, gapMs, processes }: Killing): Promise<Killed> {
  const folder = await mkdtemp(join(tmpdir(), "service-kills-"));
  const serving = { folder, port: await freePort(), readers, limits: "none" } as const;
  const inside: string[] = [];
  try {
    let service = await serve(serving);
    const working = startLoad(
      {
        url: service.url,
        keys: Array.from({ length: readers }, (_, reader) => keyOf(reader)),
        durationMs: workMostMs,
        gapMs,
        creations: 15,
        kills: true,
        givesUp: kills >= beginningsMost,
      },
      processes,
    );
    for (let kill = 0; kill < kills; kill += 1) {
      // On a busy machine the readers take longer to begin than a life lasts.
      await acceptsMore(folder, kill === 0 ? readers : 0);
      await sleep(lifeLeastMs + Math.random() * (lifeMostMs - lifeLeastMs));
      await service.kill();
      inside.push(...(await auditInside(folder)));
      service = await serve(serving);
    }
    await sleep(lifeMostMs);
    const tally = await working.stop();
    const outside = await auditFromOutside(service.url, tally, readers);
    await service.stop();
    return {
      tally,
      accepted: Object.values(tally.accepted).flat().length,
      uncertain: Object.values(tally.uncertain).reduce((sum, count) => sum + count, 0),
      problems: [
        ...tally.problems,
        ...inside,
        ...outside,
        ...(await auditInside(folder)),
        ...failedTooSoon(folder),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stories that failed although their work was not begun as often as the service tries. */
function failedTooSoon(folder: string): string[] {
  const database = openSqlite(join(folder, "data", "service.db"));
  try {
    const failed = database.prepare(
      `SELECT stories.id, error, MAX(attempts) AS begun FROM stories LEFT JOIN jobs ON jobs.story_id = stories.id
       WHERE status = 'failed' GROUP BY stories.id HAVING COALESCE(MAX(attempts), 0) <= ?`,
    );
    const rows = failed.all<{ id: string; error: string; begun: number | null }>([beginningsMost]);
    return rows.map(({ id, error, begun }) => `${id} failed after ${begun ?? 0} beginnings: ${error}`);
  } finally {
    database.close();
  }
}

/** Resolves once the service has accepted more stories than so many besides those that it has now. */
async function acceptsMore(folder: string, than: number): Promise<void> {
  const database = openSqlite(join(folder, "data", "service.db"));
  try {
    const counting = database.prepare("SELECT COUNT(*) AS n FROM stories");
    const count = (): number => counting.all<{ n: number }>()[0]?.n ?? 0;
    const before = count();
    while (count() <= before + than) await sleep(20);
  } finally {
    database.close();
  }
}

/** How long the service lives between two kills: long enough to accept and write something. */
const lifeLeastMs = 300;
const lifeMostMs = 1_500;
/** Ends readers whose kills have failed. */
const workMostMs = 600_000;
