import type { World } from "../world.ts";
import type { Files, OpenFile } from "./files.ts";

/** How often a lock that another process holds is asked for. */
const lockEveryMs = 100;

/**
 * Takes the operating system's lock on the file at `path`; the caller must close it. Waits while another process has the lock; null once `stop` is
 * aborted. `onWait` is called once.
 */
export async function waitForLock(
  path: string,
  files: Pick<Files, "openAppend" | "identify">,
  { world, stop, onWait }: { world: Pick<World, "sleep">; stop: AbortSignal; onWait?: () => void },
): Promise<OpenFile | null> {
  for (let isFirst = true; !stop.aborted; isFirst = false) {
    const lock = await files.openAppend(path);
    // Whoever removed the file has made room for a second lock.
    if (lock.tryLock() && (await files.identify(path)) === (await lock.identity())) return lock;
    await lock.close();
    if (isFirst) onWait?.();
    await world.sleep(lockEveryMs, stop);
  }
  return null;
}
