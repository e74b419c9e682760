import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { killAtRandom } from "./random-kills.ts";

/**
 * `npm run soak -- --kills 5000 --seed 7 --lanes 4`: random kills, a thousand on each service. Exits with 1 and prints the seed at the
 * first lesson bought twice or lost.
 */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "5000" },
    seed: { type: "string", default: "1" },
    lanes: { type: "string", default: String(availableParallelism()) },
  },
});

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
