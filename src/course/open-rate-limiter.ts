import type { LedgerState } from "../ledger/format/state.ts";
import { noMemory, type RateLimiter, ScheduledRateLimiter } from "../rate-limit/rate-limiter.ts";
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
  const uses = mergedUse(remembered.uses, usage?.recent(options) ?? []);
  return new ScheduledRateLimiter(options, world, { ...remembered, uses }, (use) => {
    usage?.note(use);
    seeUse(use);
  });
}
