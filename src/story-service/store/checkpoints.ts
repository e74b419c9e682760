import { setMaxListeners } from "node:events";
import Database from "libsql/promise";
import type { World } from "../../shared/world.ts";

/** A few seconds' writes of a busy service: some megabytes of log. */
const everyMs = 5_000;

export interface Checkpoints {
  /** Resolves once none is under way and none will be. The store may be closed then. */
  stop(): Promise<void>;
}

/**
 * Moves what the write-ahead log holds into the database from time to time, on a connection and a thread of its own: it copies pages
 * and waits for the disk twice, and whoever commits next would otherwise stand still for that long. The store's own connection does
 * it only where the log has grown far longer meanwhile.
 */
export function startCheckpoints(path: string, world: Pick<World, "sleep" | "log">): Checkpoints {
  const stopping = new AbortController();
  // A world may keep a listener for each wait until the end.
  setMaxListeners(0, stopping.signal);
  const connection = new Database(path, {});
  const running = keepChecking(connection, world, stopping.signal).finally(() => connection.close());
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}

async function keepChecking(
  connection: Database,
  { sleep, log }: Pick<World, "sleep" | "log">,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await sleep(everyMs, signal);
    if (signal.aborted) return;
    try {
      // The second one takes what was written during the first: only a log that is copied to its end starts over at its beginning.
      await connection.exec("PRAGMA wal_checkpoint(PASSIVE)");
      await connection.exec("PRAGMA wal_checkpoint(PASSIVE)");
    } catch (error) {
      log.warn(
        { error: String(error) },
        "the write-ahead log could not be moved into the database; tried again",
      );
    }
  }
}
