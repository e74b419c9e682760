import process from "node:process";
import { parseArgs } from "node:util";
import { killService } from "./kills.ts";

/**
 * `npm run soak -- --minutes 10` kills processes of a service on PostgreSQL, and its database's server, for so many minutes. Exits with 1 if a story was
 * lost, charged twice or left.
 */
const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const killed = await killService({
  engine: "postgres",
  durationMs: Number(values.minutes) * 60_000,
  readers: 24,
});
process.stdout.write(`${JSON.stringify(killed, null, 1)}\n`);
process.exitCode = killed.problems.length === 0 ? 0 : 1;
