import { setTimeout as wait } from "node:timers/promises";
import { timerMs } from "../shared/timer.ts";
import type { Log, World } from "../shared/world.ts";

export const noLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** The real world: this machine's clocks and random numbers. */
export function realWorld(log: Log = noLog): World {
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
      // Sleeps longer than a timer's maximum are split.
      await wait(timerMs(left), undefined, signal === undefined ? {} : { signal });
    } catch {
      return;
    }
  }
}
