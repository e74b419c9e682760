import { expect, test } from "vitest";
import { playMany } from "./many.ts";

test("two thousand histories keep every promise", async () => {
  const told: string[] = [];
  const series = await playMany({ from: 1, seeds: 2_000, tell: (line) => void told.push(line) });
  expect(told).toEqual([]);
  // Proves that enough happened to find faults.
  expect(series.histories).toBe(2_000);
  expect(series.creations).toBeGreaterThan(2_000);
  expect(series.checks).toBeGreaterThan(60_000);
});
