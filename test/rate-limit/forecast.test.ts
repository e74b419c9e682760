import { expect, test } from "vitest";
import type { Forecast } from "../../src/rate-limit/forecast.ts";
import { noMemory, type RateMemory, ScheduledRateLimiter } from "../../src/rate-limit/rate-limiter.ts";
import type { RateLimits } from "../../src/rate-limit/usage-log.ts";
import { interfaceLimits as limits } from "./interface-limits.ts";
import { VirtualClock } from "./whole-runs/virtual-clock.ts";

const minute = 60_000;
const kind = { lang: "es", length: "short", audiobook: true } as const;
test("How often stories are polled changes a forecast by no more than the polling interval", () => {
  const often = foretellFirst({ toNarrate: 1 }, { pollMs: 1_000 });
  const seldom = foretellFirst({ toNarrate: 1 }, { pollMs: 60 * minute });
  expect(often.finishMs).toBe(12 * minute + 2_000);
  expect(seldom.finishMs).toBe((12 + 120) * minute);
});

test("A known upper bound of a duration is used in the forecast, and delays no poll", async () => {
  const narrating = { ...kind, phase: "narrating", ms: 5 * minute } as const;
  const times = [{ ...kind, phase: "writing", ms: 40 * minute, atMost: true } as const, narrating];
  const { isMeasured, finishMs } = foretellFirst({ toNarrate: 1 }, {}, { times });
  expect({ isMeasured, finishMs }).toEqual({ isMeasured: true, finishMs: (2 + 5) * minute + 40_000 });
  const clock = new VirtualClock(1);
  const rateLimiter = new ScheduledRateLimiter(limits, clock, { ...noMemory, times });
  const story = rateLimiter.follow(kind, { phase: "writing", isNew: true });
  const permit = rateLimiter.acquire("firstRead", new AbortController().signal, story);
  expect(await clock.until(permit.then(() => clock.monotonic()))).toBe(limits.pollMs);
});

test("The forecast of the last creation respects the limit of calls too", () => {
  const slow = { calls: { count: 1, windowMs: 10 * minute } };
  expect(foretellFirst({ toWrite: 30 }, slow).lastCreationMs).toBeGreaterThanOrEqual(290 * minute);
  expect(foretellFirst({ toNarrate: 1 }).lastCreationMs).toBe(0);
  expect(foretellFirst({ narrating: 1 }).lastCreationMs).toBeNull();
});

test("Several stories are done when the slowest of them is, as far as such stories have been seen", () => {
  const times = [60_000, 90_000, 120_000, 150_000, 180_000, 100_000].map((ms) => ({
    ...kind,
    phase: "writing" as const,
    ms,
  }));
  const most = foretellFirst({ toWrite: 20 }, {}, { times }).finishMs;
  expect(most - foretellFirst({ toWrite: 1 }, {}, { times }).finishMs).toBeGreaterThan(30_000);
});

test("Where a service writes faster than usual, audiobooks are expected sooner, by less", () => {
  const times = [{ ...kind, phase: "writing" as const, ms: minute / 2 }];
  const { finishMs, isMeasured } = foretellFirst({ toNarrate: 1 }, {}, { times });
  expect(isMeasured).toBe(false);
  // Half of the usual ten minutes for a quarter of the usual two.
  expect(finishMs).toBe(5.5 * minute + 2 * limits.pollMs);
});

/** What is foretold before the first call of a run. */
function foretellFirst(
  ahead: Partial<Record<"toNarrate" | "toWrite" | "narrating", number>>,
  more: Partial<RateLimits> = {},
  memory: Partial<RateMemory> = {},
): Forecast {
  const clock = new VirtualClock(1);
  const rateLimiter = new ScheduledRateLimiter({ ...limits, ...more }, clock, { ...noMemory, ...memory });
  const { toNarrate = 0, toWrite = 0, narrating = 0 } = ahead;
  const silent = { ...kind, audiobook: false };
  rateLimiter.expectCreations([...Array(toNarrate).fill(kind), ...Array(toWrite).fill(silent)]);
  for (let story = 0; story < narrating; story += 1)
    rateLimiter.follow(kind, { phase: "narrating", isNew: true });
  return rateLimiter.forecast();
}
