import process from "node:process";
import { exitCodes } from "../shared/exit-codes.ts";

/**
 * The first Ctrl-C or SIGTERM asks for a stop in good order; the second ends the process at once. What was being sent then counts as
 * uncertain, as after a crash.
 */
export function watchSignals(): AbortSignal {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) {
      process.stderr.write("Stopped at once. What was sent is in the ledger; run again to resume.\n");
      process.exit(exitCodes.stopped);
    }
    process.stderr.write("Stopping: what is in flight is waited for. Again to stop at once.\n");
    controller.abort();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return controller.signal;
}
