import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { killService } from "../load/kills.ts";
import { killAtRandom } from "./random-kills.ts";

/**
 * `npm run soak -- --kills 5000 --seed 7 --lanes 4`: random kills, a thousand on each service. Exits with 1 and prints the seed at the
 * first lesson bought twice or lost. `npm run soak -- --service 10` kills processes of a service on PostgreSQL instead, and its database's server,
 * for so many minutes, and exits with 1 if a story was lost, charged twice or left.
 */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "5000" },
    seed: { type: "string", default: "1" },
    service: { type: "string" },
    lanes: { type: "string", default: String(availableParallelism()) },
  },
});

if (values.service !== undefined) {
  const killed = await killService({
    engine: "postgres",
    durationMs: Number(values.service) * 60_000,
    readers: 24,
  });
  process.stdout.write(`${JSON.stringify(killed, null, 1)}\n`);
  process.exit(killed.problems.length === 0 ? 0 : 1);
}

const killsOnOneService = 1_000;

let left = Number(values.kills);
for (let seed = Number(values.seed); left > 0; seed++) {
  const tally = await killAtRandom({
    kills: Math.min(left, killsOnOneService),
    lanes: Number(values.lanes),
    seed,
  });
  left -= tally.kills;
  process.stdout.write(`seed ${seed}: ${JSON.stringify(tally)}\n`);
}
