import type { Parts } from "../parts.ts";
import { limited } from "../refusal.ts";

/**
 * Counts a try to sign in from an address under a name, and resolves with what takes it back, which a right secret does. Refuses with 429 beyond the
 * limits.
 */
export async function countTry(
  { triesForOne, triesForAll }: Parts,
  address: string,
  id: string,
): Promise<() => Promise<void>> {
  const name = `${address} ${id.slice(0, 64)}`;
  // Looked at first, so that a try which this limit refuses takes no place in the other one.
  const waitOfAll = await triesForAll.wait(address);
  if (waitOfAll > 0) throw tooMany(Math.max(waitOfAll, await triesForOne.wait(name)));
  const one = await triesForOne.take(name);
  if (one.waitMs > 0) throw tooMany(one.waitMs);
  const all = await triesForAll.take(address);
  if (all.waitMs > 0) {
    await one.undo();
    throw tooMany(all.waitMs);
  }
  return async () => {
    await one.undo();
    await all.undo();
  };
}

function tooMany(waitMs: number): Error {
  return limited(waitMs, "There were too many wrong secrets. Please wait a few minutes.", "sign_ins");
}
