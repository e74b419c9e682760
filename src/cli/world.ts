import { setTimeout as wait } from "node:timers/promises";
import type { Log, World } from "../shared/world.ts";

// A timer holds at most 2^31-1 ms; longer waits are slept in pieces.
const longestTimerMs = 2 ** 31 - 1;

/** The real world: this machine's clocks and chance. */
export function realWorld(log: Log): World {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep,
    random: () => Math.random(),
    log,
  };
}

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const until = performance.now() + ms;
  for (let left = ms; left > 0; left = until - performance.now()) {
    if (signal?.aborted) return;
    try {
      await wait(
        Math.min(Math.ceil(left), longestTimerMs),
        undefined,
        signal === undefined ? {} : { signal },
      );
    } catch {
      return;
    }
  }
}
