import PQueue from "p-queue";
import type { LedgerState } from "../ledger/state.ts";
import { Stops } from "../pipeline/stops.ts";
import type { AskingTools } from "../pipeline/tools.ts";
import { every } from "../shared/timer.ts";
import type { Connection } from "./connection.ts";
import type { Context } from "./context.ts";
import type { CallOptions } from "./options.ts";
import { paceOf, patiencesOf } from "./run-tools.ts";
import { viewProgress } from "./say/progress.ts";

/** What single questions to the service need: pace and patience, and an end at Ctrl-C. `state`: the ledger of the course, if they are about one. */
export function askingTools(
  { remote, usage }: Connection,
  { calls, state }: { calls: CallOptions; state: LedgerState | null },
  context: Context,
): AskingTools {
  const stops = new Stops(() => undefined);
  const stop = (): void => stops.stopEverything({ code: "interrupted" });
  if (context.interrupt.aborted) stop();
  else context.interrupt.addEventListener("abort", stop, { once: true });
  return {
    world: context.world,
    remote,
    pace: paceOf(calls, { state, usage }, context),
    patiences: patiencesOf(calls),
    stops,
    reads: new PQueue({ concurrency: 4 }),
    tell: viewProgress(context.io, 0, { now: context.world.now, every }).tell,
  };
}
