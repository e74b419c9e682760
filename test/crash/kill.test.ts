import { expect, it } from "vitest";
import { killAtRandom } from "./random-kills.ts";

it("buys no lesson twice and loses none when runs are killed at 300 random moments", async () => {
  const tally = await killAtRandom({ kills: 300, lanes: 2, seed: 20_261_120 });
  expect(tally.kills).toBeGreaterThanOrEqual(300);
  // Proves that kills hit creations whose outcome was not yet recorded.
  expect(tally.open).toBeGreaterThan(20);
  expect(tally.adopted).toBeGreaterThan(0);
}, 2_400_000);
