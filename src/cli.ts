#!/usr/bin/env node
import process from "node:process";
import { version } from "./cli/version.ts";

// The most frequent question is answered before anything heavy is loaded.
if (process.argv.length === 3 && (process.argv[2] === "--version" || process.argv[2] === "-V")) {
  process.stdout.write(`${version}\n`);
} else {
  const { main } = await import("./cli/main.ts");
  process.exitCode = await main(process.argv.slice(2), process.env);
}
