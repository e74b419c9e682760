import { expect, it } from "vitest";
import { shareOf } from "../share.ts";
import { killAtRandom } from "./random-kills.ts";

const kills = 150 / shareOf(10);

it(`buys no lesson twice and loses none when runs are killed at ${kills} random moments or more`, async () => {
  const tally = await killAtRandom({ kills, lanes: 2, seed: 20_261_120 });
  expect(tally.kills).toBeGreaterThanOrEqual(kills);
  // Proves that kills hit creations whose outcome was not yet recorded.
  expect(tally.open).toBeGreaterThan(1);
  expect(tally.adopted).toBeGreaterThan(0);
}, 1_200_000);
