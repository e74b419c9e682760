import process from "node:process";
import { exitCodes } from "../shared/exit-codes.ts";

/** What is being interrupted, for the message at the second signal: a command that may be sending a creation, a server, or what sends nothing. */
type Interrupted = "command" | "server" | "check";

const advice: Readonly<Record<Interrupted, string>> = {
  command: "Stopped at once. What was being sent may exist: coursebinder status says what is uncertain.",
  server: "Stopped at once. What was answered is kept; stories in the middle are taken up at the next start.",
  check: "Stopped at once.",
};

/** The commands that answer requests until they are stopped, and buy nothing. */
const servers: ReadonlySet<string> = new Set(["serve", "review"]);

/**
 * The first Ctrl-C, SIGTERM or closed terminal requests an orderly stop; the second ends the process at once. A creation in flight then
 * counts as uncertain, as after a crash. With `--json` the document is still printed after the second.
 */
export function watchSignals(argv: readonly string[]): AbortSignal {
  const json = argv.includes("--json");
  const [verb = ""] = argv;
  const interrupted = verb === "check" ? "check" : servers.has(verb) ? "server" : "command";
  const message = advice[interrupted];
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) {
      process.stderr.write(`${message}\n`);
      if (json) process.stdout.write(`${JSON.stringify(stoppedDocument(message))}\n`);
      process.exit(exitCodes.stopped);
    }
    // First: whoever shows something that is redrawn takes it away.
    controller.abort();
    if (interrupted !== "check")
      process.stderr.write("Stopping after what is in flight.\nAgain to stop at once.\n");
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  // If the reader of our output is gone, that is no reason to interrupt a creation in flight.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return controller.signal;
}

const stoppedDocument = (message: string): object => ({
  ok: false,
  exitCode: exitCodes.stopped,
  problems: [{ code: "interrupted", message }],
});
