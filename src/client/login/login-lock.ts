import type { Files, OpenFile } from "../../shared/files/files.ts";
import type { World } from "../../shared/world.ts";

const triesEveryMs = 100;
/** Longer than a renewal takes, including its timeout. */
const waitMs = 40_000;

/**
 * Takes the operating system's lock for a stored login; required to renew, replace or remove it. The caller must close it. Null if another
 * process has held it so long that it must be stopped.
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
