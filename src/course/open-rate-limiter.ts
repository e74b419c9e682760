import type { LedgerState } from "../ledger/format/state.ts";
import { mergedUse } from "../rate-limit/merge-usage.ts";
import { type RateLimiter, ScheduledRateLimiter } from "../rate-limit/rate-limiter.ts";
import { noMemory } from "../rate-limit/scheduler.ts";
import type { UsageFile } from "../rate-limit/usage-file.ts";
import { rateMemory } from "../run/remember.ts";
import type { World } from "../shared/world.ts";
import type { CallOptions } from "./call-options.ts";

/** What remembers earlier calls. */
export interface CallMemory {
  /** The ledger that remembers what earlier runs learned, and their starts, on whatever machine; null where there is none. */
  readonly state: LedgerState | null;
  /** What this machine has called lately, for whatever course; null where nothing is remembered. */
  readonly usage: UsageFile | null;
}

/** The rate limiter of all calls, which counts the remembered ones too. */
export function openRateLimiter(
  options: CallOptions,
  { state, usage }: CallMemory,
  world: World,
): RateLimiter {
  const told = state === null ? noMemory : rateMemory(state, { ...options, now: world.now() });
  const noted = usage?.recent({ callsMs: options.calls.windowMs, startsMs: options.starts.windowMs });
  const memory = noted === undefined ? told : { ...told, ...mergedUse(told, noted) };
  return new ScheduledRateLimiter(options, world, memory, (use) => usage?.note(use));
}
