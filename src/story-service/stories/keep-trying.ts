import type { World } from "../../shared/world.ts";

/** The backoff after a disk's first failure. It doubles with each failure up to the maximum. */
const firstPauseMs = 250;
const longestPauseMs = 15_000;

/** Milliseconds to wait after this many failures in a row, from 1. */
function pauseAfter(refusals: number): number {
  return Math.min(firstPauseMs * 2 ** (refusals - 1), longestPauseMs);
}

/**
 * Retries a writing step until the disk accepts it: a full disk may have space later, and nobody should have to restart the service. Resolves with
 * false if `signal` ended the retries. The step must be idempotent.
 */
export async function keepTrying(
  step: () => void | Promise<void>,
  { world, signal }: { readonly world: Pick<World, "sleep" | "log">; readonly signal: AbortSignal },
): Promise<boolean> {
  for (let refusals = 1; ; refusals += 1) {
    try {
      await step();
      return true;
    } catch (error) {
      const pauseMs = pauseAfter(refusals);
      world.log.error(
        { error: String(error), pauseMs },
        "a background step could not be kept; it is tried again",
      );
      await world.sleep(pauseMs, signal);
      if (signal.aborted) return false;
    }
  }
}
