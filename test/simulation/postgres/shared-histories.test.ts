import { afterAll, beforeAll, expect, test } from "vitest";
import { shareOf, spread } from "../../share.ts";
import { playMany } from "../play.ts";
import { startDatabaseServer } from "./server.ts";
import { sharedPlayer } from "./shared-history.ts";

let server: Awaited<ReturnType<typeof startDatabaseServer>>;

beforeAll(async () => {
  server = await startDatabaseServer();
});

afterAll(() => server.stop());

const seeds = 120 / shareOf(3);

test(`${seeds} histories with a ledger in a real database keep every promise`, async () => {
  const told: string[] = [];
  const series = await playMany({
    from: 1,
    seeds,
    flags: "--postgres ",
    player: sharedPlayer(server),
    tell: (line) => void told.push(line),
  });
  expect(told).toEqual([]);
  // Proves that enough happened to find faults.
  expect(series.histories).toBe(seeds);
  expect(series.creations).toBeGreaterThan(seeds);
  expect(series.checks).toBeGreaterThan(100 * seeds);
});

test("the same seed gives the same history, message by message", async () => {
  for (const seed of spread([3, 12, 23, 47], 2)) {
    const first = await sharedPlayer(server)(seed, { traced: true });
    expect(await sharedPlayer(server)(seed, { traced: true })).toEqual(first);
    expect(first.trace.length).toBeGreaterThan(20);
  }
});
