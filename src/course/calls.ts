import type { LedgerState } from "../ledger/format/state.ts";
import { noMemory, type RateLimiter, ScheduledRateLimiter } from "../rate-limit/rate-limiter.ts";
import { mergedUse, type UsageFile } from "../rate-limit/usage-file.ts";
import { rateMemory } from "../run/remember.ts";
import { type CallContext, Stops } from "../run/run-context.ts";
import type { World } from "../shared/world.ts";
import type { CallOptions } from "./call-options.ts";
import type { Connection } from "./connect.ts";

interface CallContextOptions extends Pick<CallContext, "world" | "tell"> {
  readonly calls: CallOptions;
  /** Null if the calls belong to no course. */
  readonly state: LedgerState | null;
  readonly interrupt: AbortSignal;
}

export function openCallContext(
  { remote, usage }: Connection,
  { calls, state, world, interrupt, tell }: CallContextOptions,
): CallContext {
  const stops = new Stops(() => undefined);
  const stop = (): void => stops.stopEverything({ code: "interrupted" });
  if (interrupt.aborted) stop();
  else interrupt.addEventListener("abort", stop, { once: true });
  return {
    world,
    remote,
    stops,
    tell,
    rateLimiter: openRateLimiter(calls, { state, usage }, world),
    timeLimits: calls,
  };
}

/** Opens a rate limiter that also counts the calls that this machine remembers. */
export function openRateLimiter(
  options: CallOptions,
  { state, usage }: { readonly state: LedgerState | null; readonly usage: UsageFile | null },
  world: World,
): RateLimiter {
  const remembered = state === null ? noMemory : rateMemory(state, { ...options, now: world.now() });
  const uses = mergedUse(remembered.uses, usage?.recent(options) ?? []);
  return new ScheduledRateLimiter(options, world, { ...remembered, uses }, (use) => usage?.note(use));
}
