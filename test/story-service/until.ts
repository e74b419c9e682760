import { setTimeout as sleep } from "node:timers/promises";

/** Resolves once something is so. Looks ever less often: a key may make sixty calls a minute, and a machine may be busy. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let waitMs = 20; !(await isSo()); waitMs = Math.min(2 * waitMs, 2_000)) await sleep(waitMs);
}
