import { setMaxListeners } from "node:events";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CallKind,
  callKinds,
  noMemory,
  ScheduledRateLimiter,
} from "../../../src/rate-limit/rate-limiter.ts";
import type { RateLimits } from "../../../src/rate-limit/usage-log.ts";
import { limiterKinds, limiterOf } from "./limiter.ts";
import { VirtualClock } from "./virtual-clock.ts";

interface Wanted {
  readonly kind: CallKind;
  readonly atMs: number;
  readonly thereMs: number;
  readonly backMs: number;
  readonly starts: boolean;
}

const wanted: fc.Arbitrary<Wanted> = fc.record({
  kind: fc.constantFrom(...callKinds),
  atMs: fc.nat({ max: 400_000 }),
  thereMs: fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 40_000 })),
  backMs: fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 40_000 })),
  starts: fc.boolean(),
});

const rateOf = (most: number, windows: readonly number[]) =>
  fc.record({ count: fc.integer({ min: 1, max: most }), windowMs: fc.constantFrom(...windows) });

const never = new AbortController().signal;
setMaxListeners(0, never);

test.each(limiterKinds)(
  "A service with a %s limit that is as configured never refuses a call, whenever calls are made and however long they take",
  async (limiter) => {
    let calls = 0;
    await fc.assert(
      fc.asyncProperty(
        rateOf(8, [1_000, 60_000, 90_000]),
        rateOf(5, [10_000, 600_000]),
        fc.array(wanted, { minLength: 10, maxLength: 40, size: "max" }),
        fc.nat({ max: 600_000 }),
        // The service's clock may be up to 500 parts in a million fast.
        fc.constantFrom(1, 1.0005, 0.9995),
        async (callRate, startRate, history, phaseMs, clockShare) => {
          const clock = new VirtualClock(1);
          const limits: RateLimits = {
            calls: callRate,
            starts: startRate,
            pollMs: 20_000,
            order: "batch",
            usualMs: { writing: 120_000, narrating: 600_000 },
          };
          const rateLimiter = new ScheduledRateLimiter(limits, clock, { ...noMemory, narration: "counts" });
          const callLimiter = limiterOf(limiter, callRate, phaseMs);
          const startLimiter = limiterOf(limiter, startRate, phaseMs);
          const call = async ({ kind, atMs, thereMs, backMs, starts }: Wanted): Promise<void> => {
            await clock.sleep(atMs);
            const permit = await rateLimiter.acquire(kind, never);
            await clock.sleep(thereMs);
            const stamp = clock.monotonic() * clockShare;
            const isStart = (kind === "create" || kind === "firstRead") && starts;
            expect(callLimiter.wait(stamp)).toBe(0);
            callLimiter.take(stamp);
            if (isStart) {
              expect(startLimiter.wait(stamp)).toBe(0);
              startLimiter.take(stamp);
            }
            calls += 1;
            await clock.sleep(backMs);
            permit?.end({ started: isStart });
          };
          await clock.until(Promise.all(history.map(call)));
        },
      ),
      { numRuns: 60 },
    );
    expect(calls).toBeGreaterThan(500);
  },
);
