import { expect, test } from "vitest";
import { shareOf } from "../share.ts";
import { play, playMany } from "./play.ts";

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

test("the same seed gives the same history, call by call, and another seed another one", async () => {
  const traces = new Set<string>();
  for (const seed of [3, 7, 11, 47, 92]) {
    const [first, second] = [await play(seed, { traced: true }), await play(seed, { traced: true })];
    expect(second).toEqual(first);
    expect(first.trace.length).toBeGreaterThan(20);
    expect(await play(seed)).toEqual({ ...first, trace: [] });
    traces.add(first.trace.join("\n"));
  }
  expect(traces.size).toBe(5);
});
