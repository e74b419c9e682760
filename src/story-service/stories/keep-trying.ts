import type { World } from "../../shared/world.ts";

/** The pause after the first refusal of a disk. Each pause is twice the one before, up to the longest. */
const firstPauseMs = 250;
const longestPauseMs = 15_000;

/** Milliseconds to wait after so many refusals in a row, counted from 1. */
function pauseAfter(refusals: number): number {
  return Math.min(firstPauseMs * 2 ** (refusals - 1), longestPauseMs);
}

/**
 * Does a step that writes, again and again until the disk has taken it: one that is full now has room later, and nobody restarts a service for
 * that. Resolves with false where `signal` ended the trying. The step must do no harm when it is done twice.
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
