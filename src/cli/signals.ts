import process from "node:process";
import { exitCodes } from "../shared/exit-codes.ts";

const advice = "Stopped at once. What was being sent may exist: coursebinder status says what is uncertain.";

/**
 * The first Ctrl-C, SIGTERM or closed terminal asks for a stop in good order; the second ends the process at once. What was being sent then
 * counts as uncertain, as after a crash. `json`: the second one still prints its document.
 */
export function watchSignals(json: boolean): AbortSignal {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) {
      process.stderr.write(`${advice}\n`);
      if (json) process.stdout.write(`${JSON.stringify(stoppedDocument)}\n`);
      process.exit(exitCodes.stopped);
    }
    process.stderr.write("Stopping: what is in flight is waited for. Again to stop at once.\n");
    controller.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  // Whoever read our words may have gone: that is no reason to break off a creation that is in flight.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return controller.signal;
}

const stoppedDocument = {
  ok: false,
  exitCode: exitCodes.stopped,
  problems: [{ code: "interrupted", message: advice }],
};
