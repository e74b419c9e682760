import { setMaxListeners } from "node:events";
import { expect, test } from "vitest";
import { noMemory, type RateLimiter, ScheduledRateLimiter } from "../../../src/rate-limit/rate-limiter.ts";
import { interfaceLimits as limits } from "../interface-limits.ts";
import { type LimiterKind, limiterKinds, limiterOf } from "./limiter.ts";
import { VirtualClock } from "./virtual-clock.ts";

const windowMs = 600_000;
const never = new AbortController().signal;
setMaxListeners(0, never);

test("After a refusal one creation goes when the named wait is over, and the next only as other clients leave room", async () => {
  const clock = new VirtualClock(1);
  const rateLimiter = new ScheduledRateLimiter(limits, clock, { ...noMemory, narration: "counts" });
  const begun = await clock.until(
    (async () => {
      for (let made = 0; made < 16; made++) await create(rateLimiter, clock, null);
      await create(rateLimiter, clock, 60_000);
      const times: number[] = [];
      for (let made = 0; made < 4; made++) times.push(await create(rateLimiter, clock, null));
      return times;
    })(),
  );
  // A thousandth more than the window, for two clocks that are being corrected.
  const window = windowMs + 601;
  expect(begun).toEqual([60_000, window, window, window]);
});

test.each(limiterKinds.flatMap((kind) => [1, 4, 9].map((others) => ({ kind, others }))))(
  "If other clients always take $others of twenty starts, a $kind limit refuses less and less often, and the rest is used",
  async ({ kind, others }) => {
    const windows = 60;
    const { accepted, refusedAt } = await createAllTheTime({ kind, others, windows });
    expect(refusedAt.length).toBeGreaterThan(0);
    expect(refusedAt.length).toBeLessThanOrEqual(10);
    expect(refusedAt.filter((at) => at > (windows / 2) * windowMs).length).toBeLessThanOrEqual(3);
    expect(accepted).toBeGreaterThanOrEqual(0.85 * windows * (limits.starts.count - others));
  },
);

test("What other clients used once is available again within three windows of their last use", async () => {
  const clock = new VirtualClock(1);
  const rateLimiter = new ScheduledRateLimiter(limits, clock, { ...noMemory, narration: "counts" });
  const begun = await clock.until(
    (async () => {
      for (let made = 0; made < 10; made++) await create(rateLimiter, clock, null);
      await create(rateLimiter, clock, 300_000);
      const times: number[] = [];
      for (let made = 0; made < 80; made++) times.push(await create(rateLimiter, clock, null));
      return times;
    })(),
  );
  const late = begun.filter((at) => at > 3 * windowMs && at <= 4.1 * windowMs);
  expect(late.length).toBeGreaterThanOrEqual(limits.starts.count);
});

/** One creation; says when it began. `refusedForMs`: null where it is accepted. */
async function create(
  rateLimiter: RateLimiter,
  clock: VirtualClock,
  refusedForMs: number | null,
): Promise<number> {
  const permit = await rateLimiter.acquire("create", never);
  const begunAt = clock.monotonic();
  permit?.end({ started: refusedForMs === null, refusedForMs });
  return begunAt;
}

/** Creates whenever the pace allows it, at a service that lets so many fewer through than was told. */
async function createAllTheTime({
  kind,
  others,
  windows,
}: {
  kind: LimiterKind;
  others: number;
  windows: number;
}) {
  const clock = new VirtualClock(1);
  const rateLimiter = new ScheduledRateLimiter(limits, clock, { ...noMemory, narration: "counts" });
  const service = limiterOf(kind, { count: limits.starts.count - others, windowMs });
  const refusedAt: number[] = [];
  let accepted = 0;
  const work = async (): Promise<void> => {
    while (clock.monotonic() < windows * windowMs) {
      const permit = await rateLimiter.acquire("create", never);
      await clock.sleep(100);
      const waitMs = service.wait(clock.monotonic());
      if (waitMs === 0) {
        service.take(clock.monotonic());
        accepted += 1;
      } else refusedAt.push(clock.monotonic());
      await clock.sleep(100);
      const refusedForMs = waitMs === 0 ? null : Math.ceil(waitMs / 1_000) * 1_000;
      permit?.end({ started: waitMs === 0, refusedForMs });
    }
  };
  await clock.until(work());
  return { accepted, refusedAt };
}
