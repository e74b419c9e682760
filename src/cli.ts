#!/usr/bin/env node
import process from "node:process";
import { exitCodeUnwritten, watchOutput, watchSignals } from "./cli/io.ts";

const argv = process.argv.slice(2);
// Before anything else is loaded, so that a signal meanwhile has an orderly end, too.
const { interrupt, atOnce } = watchSignals(argv);

// The most frequent question is answered before anything heavy is loaded.
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  const { version } = await import("./shared/version.ts");
  const output = watchOutput();
  process.stdout.write(`${version}\n`);
  const fault = await output.fault();
  if (fault !== null) {
    process.stderr.write(`The version could not be written (${fault}).\n`);
    process.exitCode = exitCodeUnwritten(0);
  }
} else {
  const { main } = await import("./cli/main.ts");
  process.exitCode = await main(argv, process.env, interrupt, atOnce);
  // While Node ends by itself, another signal would end it with the system's status instead.
  if (interrupt.aborted) process.exit();
}
