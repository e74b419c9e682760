import PQueue from "p-queue";
import type { LedgerState } from "../ledger/format/state.ts";
import { type CallContext, type Progress, Stops } from "../run/run-context.ts";
import type { World } from "../shared/world.ts";
import { type CallOptions, timeLimitsOf } from "./call-options.ts";
import type { Connection } from "./connect.ts";
import { openRateLimiter } from "./open-rate-limiter.ts";

/** A few concurrent reads are enough: answers are quick, and the limits apply to the whole account. */
const readsAtOnce = 4;

export interface CallMeans {
  readonly calls: CallOptions;
  /** The course's ledger, if the calls concern one. */
  readonly state: LedgerState | null;
  readonly world: World;
  /** Aborted when the user asks to stop. */
  readonly interrupt: AbortSignal;
  readonly tell: (progress: Progress) => void;
}

/** The context for single calls to the service: a rate limiter, retries, and a way to stop. */
export function openCallContext(
  { remote, usage }: Connection,
  { calls, state, world, interrupt, tell }: CallMeans,
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
    timeLimits: timeLimitsOf(calls),
    reads: new PQueue({ concurrency: readsAtOnce }),
  };
}
