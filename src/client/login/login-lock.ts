import type { Files, OpenFile } from "../../shared/files/files.ts";
import type { World } from "../../shared/world.ts";

const triesEveryMs = 100;
/** Longer than a renewal takes, its time-out included. */
const waitMs = 40_000;

/**
 * Takes the operating system's lock that belongs to a kept login: whoever renews, replaces or removes one does it alone. To be closed. Null
 * where another process has held it for so long that it must be stopped.
 */
export async function lockLogin(
  path: string,
  { files, world }: { readonly files: Files; readonly world: Pick<World, "monotonic" | "sleep"> },
): Promise<OpenFile | null> {
  const lock = await files.openAppend(`${path}.lock`);
  const until = world.monotonic() + waitMs;
  while (!lock.tryLock()) {
    if (world.monotonic() >= until) {
      await lock.close();
      return null;
    }
    await world.sleep(triesEveryMs);
  }
  return lock;
}
