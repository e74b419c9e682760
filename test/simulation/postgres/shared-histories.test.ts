import { afterAll, beforeAll, expect, test } from "vitest";
import { playMany } from "../many.ts";
import { playShared } from "./play-shared.ts";
import { startDatabaseServer } from "./server.ts";

let server: Awaited<ReturnType<typeof startDatabaseServer>>;

beforeAll(async () => {
  server = await startDatabaseServer();
});

afterAll(() => server.stop());

test("forty histories with a ledger in a real database keep every promise", async () => {
  const told: string[] = [];
  const series = await playMany({
    ...{ from: 1, seeds: 40, postgres: true },
    player: (seed) => playShared(seed, server),
    tell: (line) => void told.push(line),
  });
  expect(told).toEqual([]);
  // Proves that enough happened to find faults.
  expect(series.histories).toBe(40);
  expect(series.creations).toBeGreaterThan(40);
  expect(series.checks).toBeGreaterThan(4_000);
});

test("the same seed gives the same history, message by message", async () => {
  for (const seed of [3, 12]) {
    const first = await playShared(seed, server, { traced: true });
    expect(await playShared(seed, server, { traced: true })).toEqual(first);
    expect(first.trace.length).toBeGreaterThan(20);
  }
});
