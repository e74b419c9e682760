import { expect, it } from "vitest";
import { killUnderLoad } from "./kills.ts";

it("A service that is killed while readers are at work loses no accepted story, charges none twice, and its books balance (4.2)", async () => {
  const { accepted, problems, tally } = await killUnderLoad({
    kills: 3,
    readers: 12,
    gapMs: 100,
    processes: 1,
  });
  expect(problems).toEqual([]);
  expect(accepted).toBeGreaterThan(12);
  expect(tally.readsMs.length).toBeGreaterThan(12);
});
