import PQueue from "p-queue";
import type { LedgerState } from "../ledger/format/state.ts";
import type { CallContext, Progress } from "../run/run-context.ts";
import { Stops } from "../run/stops.ts";
import type { World } from "../shared/world.ts";
import { type CallOptions, timeLimitsOf } from "./call-options.ts";
import type { Connection } from "./connect.ts";
import { openRateLimiter } from "./open-rate-limiter.ts";

/** A few at a time: answers are quick, and the limits are for the whole account. */
const readsAtOnce = 4;

export interface CallMeans {
  readonly calls: CallOptions;
  /** The ledger of the course, where the questions are about one. */
  readonly state: LedgerState | null;
  readonly world: World;
  /** Aborted by a person's wish to stop. */
  readonly interrupt: AbortSignal;
  readonly tell: (progress: Progress) => void;
}

/** What single questions to the service need: a rate limiter, retries, and an end where somebody wants to stop. */
export function openCallContext(
  { remote, usage }: Connection,
  { calls, state, world, interrupt, tell }: CallMeans,
): CallContext {
  const stops = new Stops(() => undefined);
  const stop = (): void => stops.stopEverything({ code: "interrupted" });
  if (interrupt.aborted) stop();
  else interrupt.addEventListener("abort", stop, { once: true });
  return {
    ...{ world, remote, stops, tell },
    rateLimiter: openRateLimiter(calls, { state, usage }, world),
    timeLimits: timeLimitsOf(calls),
    reads: new PQueue({ concurrency: readsAtOnce }),
  };
}
