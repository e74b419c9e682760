import { expect, it } from "vitest";
import { killAtRandom } from "./random-kills.ts";

it("buys no lesson twice and forgets none, whatever the 300 moments at which its runs are killed", async () => {
  const tally = await killAtRandom({ kills: 300, lanes: 2, seed: 20_261_120 });
  expect(tally.kills).toBeGreaterThanOrEqual(300);
  // The kills hit what they are for: creations whose outcome nobody had recorded.
  expect(tally.open).toBeGreaterThan(20);
  expect(tally.adopted).toBeGreaterThan(0);
}, 2_400_000);
