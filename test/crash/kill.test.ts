import { expect, it } from "vitest";
import { killAtRandom } from "./random-kills.ts";

it("buys no lesson twice and loses none when runs are killed at 150 random moments", async () => {
  const tally = await killAtRandom({ kills: 150, lanes: 2, seed: 20_261_120 });
  expect(tally.kills).toBeGreaterThanOrEqual(150);
  // Proves that kills hit creations whose outcome was not yet recorded.
  expect(tally.open).toBeGreaterThan(10);
  expect(tally.adopted).toBeGreaterThan(0);
}, 1_200_000);
