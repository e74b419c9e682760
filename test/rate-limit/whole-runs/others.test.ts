import { setMaxListeners } from "node:events";
import { expect, test } from "vitest";
import { noMemory, ScheduledRateLimiter } from "../../../src/rate-limit/rate-limiter.ts";
import { interfaceLimits as limits } from "../interface-limits.ts";
import { type LimiterKind, limiterKinds, limiterOf } from "./limiter.ts";
import { VirtualClock } from "./virtual-clock.ts";

const windowMs = 600_000;
const never = new AbortController().signal;
setMaxListeners(0, never);

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
