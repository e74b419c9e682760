import { setMaxListeners } from "node:events";
import { startTimer } from "../shared/timer.ts";
import type { World } from "../shared/world.ts";

/** The service's time in whole ms since 1970, used for accounts, cap months and `createdAt`. */
export type Clock = () => number;

/** Starts at the configured instant and advances with the monotonic clock; without a configured instant, follows the real time. */
export function serviceClock(world: Pick<World, "now" | "monotonic">, startsAt: number | null): Clock {
  if (startsAt === null) return () => Math.floor(world.now());
  const started = world.monotonic();
  return () => Math.floor(startsAt + world.monotonic() - started);
}

/** An instant as it appears in documents. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** The UTC calendar month, such as `2026-01`, for caps (interface 5.3). */
export function monthOf(at: number): string {
  return iso(at).slice(0, 7);
}

/** The UTC day, such as `2026-01-31`, for the free budget (part 8). */
export function dayOf(at: number): string {
  return iso(at).slice(0, 10);
}

const dayMs = 86_400_000;

/** Milliseconds until the next midnight UTC. */
export function untilMidnight(at: number): number {
  return dayMs - (at % dayMs);
}

/** Work that is repeated at intervals. */
export interface Recurring {
  /** Resolves once it is not under way any more. */
  stop(): Promise<void>;
}

/**
 * Repeats a step at intervals until it is stopped; if a step fails, the error is logged and the step is tried again after the next interval. `waitMs`:
 * before each.
 */
export function every(
  { sleep, log }: Pick<World, "sleep" | "log">,
  waitMs: () => number,
  { step, failed }: { readonly step: () => Promise<void>; readonly failed: string },
): Recurring {
  const stopping = new AbortController();
  const { signal } = stopping;
  setMaxListeners(0, signal);
  const run = async (): Promise<void> => {
    for (;;) {
      await sleep(waitMs(), signal);
      if (signal.aborted) return;
      try {
        await step();
      } catch (error) {
        log.warn({ error: String(error) }, failed);
      }
    }
  };
  const running = run();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}

/** The result of some work, or null if it fails or takes too long. */
export function inTime<Result>(work: Promise<Result>, mostMs: number): Promise<Result | null> {
  return new Promise((resolve) => {
    const timer = startTimer(mostMs, () => resolve(null));
    work.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer));
  });
}
