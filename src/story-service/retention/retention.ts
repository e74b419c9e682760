import type { World } from "../../shared/world.ts";
import type { Clock } from "../clock.ts";
import type { Recordings } from "../recordings/recordings.ts";
import type { Store } from "../store/store.ts";
import { removeOrphanedRecordings } from "./orphaned-recordings.ts";
import { removeExpired } from "./remove-expired.ts";

const everyMs = 3_600_000;

export interface RetentionNeeds {
  readonly store: Store;
  readonly clock: Clock;
  readonly world: World;
  readonly recordings: Recordings;
  readonly paidStartsWindowMs: number;
}

/** Removes what has expired every hour, until it is stopped. Of several processes on a database, one does. */
export function startRetention(needs: RetentionNeeds): { stop(): Promise<void> } {
  const { world } = needs;
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    for (;;) {
      await world.sleep(everyMs, signal);
      if (signal.aborted) return;
      try {
        await removeOnce(needs);
      } catch (error) {
        world.log.warn(
          { error: String(error) },
          "expired data could not be removed; it is tried again in an hour",
        );
      }
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function removeOnce({
  store,
  clock,
  world,
  recordings,
  paidStartsWindowMs,
}: RetentionNeeds): Promise<void> {
  const now = clock();
  if (!(await isOurTurn(store, now))) return;
  const rows = await removeExpired(store, { now, paidStartsWindowMs });
  const orphans = await removeOrphanedRecordings(store, { recordings, machineNow: world.now() });
  world.log.info({ rows, recordings: orphans }, "expired data was removed");
}

/** Whether no process has removed anything in the last half hour; from then on it is this one that does. */
async function isOurTurn(store: Store, now: number): Promise<boolean> {
  // A later time is from before the clock was set back.
  const taken = await store.run(
    `INSERT INTO configured VALUES ('retention', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value
     WHERE configured.value <= ? OR configured.value > ?`,
    now,
    now - everyMs / 2,
    now,
  );
  return taken === 1;
}
