#!/usr/bin/env node
import process from "node:process";
import { exitCodeUnwritten, watchOutput, watchSignals } from "./cli/io.ts";
import { version } from "./shared/version.ts";

const argv = process.argv.slice(2);

// The most frequent question is answered before anything heavy is loaded.
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) {
  const output = watchOutput();
  process.stdout.write(`${version}\n`);
  const fault = await output.fault();
  if (fault !== null) {
    process.stderr.write(`The version could not be written (${fault}).\n`);
    process.exitCode = exitCodeUnwritten(0);
  }
} else {
  const { interrupt, atOnce } = watchSignals(argv);
  const { main } = await import("./cli/main.ts");
  process.exitCode = await main(argv, process.env, interrupt, atOnce);
}
