import { expect, test } from "vitest";
import { play } from "./play.ts";

test("the same seed gives the same history, call by call", async () => {
  for (const seed of [3, 7, 11, 47, 92]) {
    const [first, second] = [await play(seed, { traced: true }), await play(seed, { traced: true })];
    expect(second).toEqual(first);
    expect(first.trace.length).toBeGreaterThan(20);
    expect(await play(seed)).toEqual({ ...first, trace: [] });
  }
});

test("different seeds give different histories", async () => {
  const traces = await Promise.all([1, 2, 3, 4, 5].map((seed) => play(seed, { traced: true })));
  expect(new Set(traces.map(({ trace }) => trace.join("\n"))).size).toBe(5);
});
