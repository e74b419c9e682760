import { setMaxListeners } from "node:events";
import Database from "libsql/promise";
import type { World } from "../../../shared/world.ts";

/** A few seconds' writes of a busy service: some megabytes of log. */
const everyMs = 5_000;

export interface Checkpoints {
  /** Resolves once no checkpoint is running or will run. The store may be closed then. */
  stop(): Promise<void>;
}

/**
 * Checkpoints the write-ahead log periodically, on its own connection and thread: it copies pages and syncs twice, which would otherwise block the
 * next commit. The store's own connection does so only if the log has grown far larger.
 */
export function startCheckpoints(path: string, world: Pick<World, "sleep" | "log">): Checkpoints {
  const stopping = new AbortController();
  // A world may keep a listener for each wait.
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
      // The second one copies what was written during the first: only a fully copied log is restarted from its beginning.
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
