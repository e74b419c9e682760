import PQueue from "p-queue";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { CallContext } from "../../run/run-context.ts";
import { Stops } from "../../run/stops.ts";
import { every } from "../../shared/timer.ts";
import type { Context } from "../context.ts";
import { rateLimiterFor, timeLimitsOf } from "../course/run-tools.ts";
import { viewProgress } from "../messages/run/progress.ts";
import type { CallOptions } from "../parser/options.ts";
import type { Connection } from "./connection.ts";

/** What single calls to the service need: a rate limiter, time limits, and an end at Ctrl-C. `state`: the ledger of the course, if they are about one. */
export function openCallContext(
  { remote, usage }: Connection,
  { calls, state }: { calls: CallOptions; state: LedgerState | null },
  context: Context,
): CallContext {
  const stops = new Stops(() => undefined);
  const stop = (): void => stops.stopEverything({ code: "interrupted" });
  if (context.interrupt.aborted) stop();
  else context.interrupt.addEventListener("abort", stop, { once: true });
  return {
    world: context.world,
    remote,
    rateLimiter: rateLimiterFor(calls, { state, usage }, context),
    timeLimits: timeLimitsOf(calls),
    stops,
    reads: new PQueue({ concurrency: 4 }),
    tell: viewProgress(context.io, 0, { now: context.world.now, every }).tell,
  };
}
