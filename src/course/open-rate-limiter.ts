import type { LedgerState } from "../ledger/format/state.ts";
import { type RateLimiter, ScheduledRateLimiter } from "../rate-limit/rate-limiter.ts";
import { noMemory } from "../rate-limit/scheduler.ts";
import { mergedUse, type UsageFile } from "../rate-limit/usage-file.ts";
import type { Use } from "../rate-limit/usage-log.ts";
import { rateMemory } from "../run/remember.ts";
import type { World } from "../shared/world.ts";
import type { CallOptions } from "./call-options.ts";

/** Where earlier calls are remembered. */
export interface CallMemory {
  /** The ledger, which has what earlier runs learned and their starts, on any machine; null if there is none. */
  readonly state: LedgerState | null;
  /** The log of this machine's recent calls, for any course; null if none is kept. */
  readonly usage: UsageFile | null;
}

/** The rate limiter for all calls, which also counts the remembered ones. `seeUse`: called as `UsageFile.note` is. */
export function openRateLimiter(
  options: CallOptions,
  { state, usage }: CallMemory,
  world: World,
  seeUse: (use: Use) => void = () => {},
): RateLimiter {
  const remembered = state === null ? noMemory : rateMemory(state, { ...options, now: world.now() });
  const noted = usage?.recent({ callsMs: options.calls.windowMs, startsMs: options.starts.windowMs });
  const memory = noted === undefined ? remembered : { ...remembered, ...mergedUse(remembered, noted) };
  return new ScheduledRateLimiter(options, world, memory, (use) => {
    usage?.note(use);
    seeUse(use);
  });
}
