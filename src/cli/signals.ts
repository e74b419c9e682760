import process from "node:process";
import { exitCodes } from "../shared/exit-codes.ts";
import { type AtOnce, ended, type LastWords, withVersion } from "./io.ts";

/** What is printed at the second signal, depending on what it ends: a command that may be sending a creation, or a server. */
const advice = {
  command:
    "Stopped at once. A story that was being requested may exist: coursebinder status shows uncertain creations.",
  server:
    "Stopped at once. Everything that was answered is kept; the next start continues with what is unfinished.",
} as const;

/** Whether the result is one JSON document. Determined before the flags are parsed, so that errors in them are reported as a JSON document, too. */
export function asksForJson(argv: readonly string[]): boolean {
  const format = argv.indexOf("--format");
  return (
    argv.includes("--json") ||
    argv.includes("--format=json") ||
    (format !== -1 && argv[format + 1] === "json")
  );
}

/**
 * The first Ctrl-C, SIGTERM or closed terminal requests an orderly stop; the second ends the process at once. A creation in flight then counts as
 * uncertain, as after a crash. The returned `atOnce` can give last words, which are then still printed, and with `--json` a document is printed in any
 * case.
 */
export function watchSignals(argv: readonly string[]): { interrupt: AbortSignal; atOnce: AtOnce } {
  const json = asksForJson(argv);
  const [verb = "", next = ""] = argv;
  const isServer = verb === "review" || (verb === "serve" && (next === "" || next.startsWith("-")));
  const message = advice[isServer ? "server" : "command"];
  const controller = new AbortController();
  const atOnce: AtOnce = { tell: null };
  const onSignal = (): void => {
    if (controller.signal.aborted) {
      process.stderr.write(`${message}\n`);
      process.exit(sayLast(lastWordsOf(atOnce) ?? stopped(message), json));
    }
    // First, so that a line that is being redrawn is removed before the message.
    controller.abort();
    process.stderr.write("Stopping once the work in progress is done.\nInterrupt again to stop at once.\n");
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  // A closed reader of our output is no reason to interrupt a creation in flight.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return { interrupt: controller.signal, atOnce };
}

function lastWordsOf({ tell }: AtOnce): LastWords | null {
  try {
    return tell?.() ?? null;
  } catch {
    // Whatever fails in the command's last words, the process ends at once.
    return null;
  }
}

/** Prints the last words, and returns their exit code. */
function sayLast({ exitCode, lines, json: document }: LastWords, json: boolean): number {
  const people = json ? process.stderr : process.stdout;
  for (const line of lines) people.write(`${line}\n`);
  if (json) process.stdout.write(`${JSON.stringify(withVersion(document))}\n`);
  return exitCode;
}

function stopped(message: string): LastWords {
  const problems = [{ code: "interrupted", message }];
  return { ...ended({ problems }, exitCodes.stopped), lines: [] };
}
