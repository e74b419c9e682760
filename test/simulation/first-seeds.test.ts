import { expect, test } from "vitest";
import { shareOf } from "../share.ts";
import { playMany } from "./many.ts";

const seeds = 5_000 / shareOf(5);

test(`${seeds} histories keep every promise`, async () => {
  const told: string[] = [];
  const series = await playMany({ from: 1, seeds, tell: (line) => void told.push(line) });
  expect(told).toEqual([]);
  // Proves that enough happened to find faults.
  expect(series.histories).toBe(seeds);
  expect(series.creations).toBeGreaterThan(seeds);
  expect(series.checks).toBeGreaterThan(30 * seeds);
});
