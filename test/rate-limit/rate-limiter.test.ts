import { setMaxListeners } from "node:events";
import { beforeEach, expect, test } from "vitest";
import {
  type CallKind,
  callKinds,
  noMemory,
  type Permit,
  type RateLimiter,
  type ReadTimes,
  ScheduledRateLimiter,
} from "../../src/rate-limit/rate-limiter.ts";
import { interfaceLimits as limits } from "./interface-limits.ts";
import { VirtualClock } from "./whole-runs/virtual-clock.ts";

const never = new AbortController().signal;
// Whole crowds wait on it here.
setMaxListeners(0, never);

let world: VirtualClock;

beforeEach(() => {
  world = new VirtualClock();
});

/** One call: when it is wanted, how long it takes, and whether a paid start came of it. */
interface Wanted {
  readonly kind: CallKind;
  readonly atMs: number;
  readonly lastsMs: number;
  readonly started: boolean;
}

test("A limit is used to the full: the next batch goes as soon as the window has passed", async () => {
  const rateLimiter = new ScheduledRateLimiter(limits, world);
  const reads = Array.from({ length: 150 }, () => make(instant("read"), rateLimiter, world));
  const made = await world.until(Promise.all(reads));
  expect(made.map(({ begunMs }) => begunMs)).toEqual(
    made.map((_, at) => Math.floor(at / 60) * waited(60_000)),
  );
});

test("A call queued one millisecond before the window has passed waits for that millisecond", async () => {
  const rateLimiter = new ScheduledRateLimiter({ ...limits, calls: { count: 2, windowMs: 60_000 } }, world);
  const times = [0, 5, 60_060, 60_066];
  const made = await world.until(
    Promise.all(times.map((atMs) => make({ ...instant("read"), atMs }, rateLimiter, world))),
  );
  expect(made.map(({ begunMs }) => begunMs)).toEqual([0, 5, 60_061, 60_066]);
});

test("Paid starts go twenty at a time, each batch ten minutes after the answers of the one before", async () => {
  const rateLimiter = new ScheduledRateLimiter(limits, world);
  const creations = Array.from({ length: 50 }, () =>
    make({ ...instant("create"), lastsMs: 1_500, started: true }, rateLimiter, world),
  );
  const made = await world.until(Promise.all(creations));
  expect(made.map(({ begunMs }) => begunMs)).toEqual(
    made.map((_, at) => Math.floor(at / 20) * (waited(600_000) + 1_500)),
  );
});

test("A start that did not happen returns its permit at once", async () => {
  const rateLimiter = new ScheduledRateLimiter({ ...limits, starts: { count: 1, windowMs: 600_000 } }, world);
  const first = make({ ...instant("firstRead"), lastsMs: 300 }, rateLimiter, world);
  const second = make({ ...instant("create"), started: true }, rateLimiter, world);
  const third = make({ ...instant("create"), started: true }, rateLimiter, world);
  const made = await world.until(Promise.all([first, second, third]));
  expect(made.map(({ begunMs }) => begunMs)).toEqual([0, 300, 300 + waited(600_000)]);
});

test("The most urgent kind of call goes first, and among equals the one that came first", async () => {
  const rateLimiter = new ScheduledRateLimiter({ ...limits, calls: { count: 1, windowMs: 1_000 } }, world);
  const order: string[] = [];
  const wish = async (kind: CallKind, name: string): Promise<void> => {
    (await acquired(rateLimiter, kind)).end({ started: false });
    order.push(name);
  };
  const blocker = await acquired(rateLimiter, "export");
  const kinds = [...callKinds].reverse();
  const all = kinds.flatMap((kind) => [wish(kind, `${kind} 1`), wish(kind, `${kind} 2`)]);
  blocker.end({ started: false });
  await world.until(Promise.all(all));
  expect(order).toEqual(callKinds.flatMap((kind) => [`${kind} 1`, `${kind} 2`]));
});

test("A creation that waits for a free start delays no read", async () => {
  const rateLimiter = new ScheduledRateLimiter({ ...limits, starts: { count: 1, windowMs: 600_000 } }, world);
  (await acquired(rateLimiter, "create")).end({ started: true });
  const creation = make(instant("create"), rateLimiter, world);
  const read = make(instant("read"), rateLimiter, world);
  expect((await world.until(read)).begunMs).toBe(0);
  expect((await world.until(creation)).begunMs).toBe(waited(600_000));
});

test("A queued call that is cancelled is rejected at once and takes no permit", async () => {
  const rateLimiter = new ScheduledRateLimiter({ ...limits, calls: { count: 1, windowMs: 1_000 } }, world);
  (await acquired(rateLimiter, "read")).end({ started: false });
  const stop = new AbortController();
  const withdrawn = rateLimiter.acquire("create", stop.signal);
  const patient = make(instant("export"), rateLimiter, world);
  stop.abort();
  expect(await withdrawn).toBeNull();
  expect(world.monotonic()).toBe(0);
  expect((await world.until(patient)).begunMs).toBe(waited(1_000));
});

test("A call cancelled before it was queued gets no permit, and one cancelled after its permit keeps it", async () => {
  const rateLimiter = new ScheduledRateLimiter({ ...limits, calls: { count: 1, windowMs: 1_000 } }, world);
  const stop = new AbortController();
  const permit = await rateLimiter.acquire("read", stop.signal);
  stop.abort();
  expect(permit).not.toBeNull();
  expect(await rateLimiter.acquire("read", stop.signal)).toBeNull();
  const next = make(instant("read"), rateLimiter, world);
  await world.settled();
  permit?.end({ started: false });
  expect((await world.until(next)).begunMs).toBe(waited(1_000));
});

test("A read that is refused for a time blocks all calls for exactly that time", async () => {
  const rateLimiter = new ScheduledRateLimiter(limits, world);
  (await acquired(rateLimiter, "read")).end({ started: false, refusedForMs: 42_000 });
  const made = await world.until(
    Promise.all(callKinds.map((kind) => make(instant(kind), rateLimiter, world))),
  );
  expect(made.map(({ begunMs }) => begunMs)).toEqual(callKinds.map(() => 42_000));
});

test.for(["create", "firstRead"] as const)(
  "A %s that is refused while calls have room blocks only the paid starts",
  async (kind) => {
    const rateLimiter = new ScheduledRateLimiter(limits, world);
    (await acquired(rateLimiter, kind)).end({ started: false, refusedForMs: 42_000 });
    const made = await world.until(
      Promise.all(callKinds.map((other) => make(instant(other), rateLimiter, world))),
    );
    expect(made.map(({ begunMs }) => begunMs)).toEqual(
      callKinds.map((other) => (isPaid(other) ? 42_000 : 0)),
    );
  },
);

test("A creation that is refused with the last call of the window blocks all calls", async () => {
  const rateLimiter = new ScheduledRateLimiter({ ...limits, calls: { count: 2, windowMs: 45_000 } }, world);
  (await acquired(rateLimiter, "read")).end({ started: false });
  (await acquired(rateLimiter, "create")).end({ started: false, refusedForMs: 50_000 });
  expect((await world.until(make(instant("create"), rateLimiter, world))).begunMs).toBe(50_000);
});

test("Of two refusals the longer one counts", async () => {
  const rateLimiter = new ScheduledRateLimiter(limits, world);
  const [one, other] = [await acquired(rateLimiter, "read"), await acquired(rateLimiter, "read")];
  one.end({ started: false, refusedForMs: 30_000 });
  other.end({ started: false, refusedForMs: 10_000 });
  expect((await world.until(make(instant("read"), rateLimiter, world))).begunMs).toBe(30_000);
});

test("Once a story is found written, those created with it are read, even if nothing is asked after it", async () => {
  const rateLimiter = new ScheduledRateLimiter(limits, world);
  const writtenMs = 130_000;
  const follow = async (): Promise<number> => {
    const story = rateLimiter.follow({ lang: "es", length: "short" }, { phase: "writing", isNew: true });
    for (;;) {
      (await acquired(rateLimiter, "read", story)).end({ started: false });
      const now = world.monotonic();
      story.recordPhase(now < writtenMs ? "writing" : "ended");
      if (now >= writtenMs) return now;
    }
  };
  const seen = await world.until(Promise.all(Array.from({ length: 15 }, follow)));
  expect(Math.max(...seen) - writtenMs).toBeLessThanOrEqual(2 * limits.pollMs);
});

test.each([
  [1, 20],
  [18, 20],
  [40, 44.5],
])(
  "Each of %i stories that take long is polled every %d s, and a tenth of the calls is left for others",
  async (stories, seconds) => {
    const times = Array.from(
      { length: 5 },
      () => ({ lang: "es", length: "short", phase: "writing", ms: 1_000 }) as const,
    );
    const rateLimiter = new ScheduledRateLimiter(limits, world, { ...noMemory, times });
    const hourMs = 3_600_000;
    let reads = 0;
    const follow = async (): Promise<void> => {
      const story = rateLimiter.follow(times[0] ?? { lang: "es", length: "short" }, {
        phase: "writing",
        isNew: true,
      });
      while (world.monotonic() < hourMs) {
        (await acquired(rateLimiter, "read", story)).end({ started: false });
        reads += 1;
        story.recordPhase("writing");
      }
    };
    await world.until(Promise.all(Array.from({ length: stories }, follow)));
    expect(reads / stories).toBeGreaterThan((hourMs / 1_000 / seconds) * 0.97);
    expect(reads / stories).toBeLessThan((hourMs / 1_000 / seconds) * 1.03 + 1);
  },
);

async function make(
  call: Wanted,
  rateLimiter: RateLimiter,
  world: VirtualClock,
): Promise<{ readonly begunMs: number }> {
  await world.sleep(call.atMs);
  const permit = await acquired(rateLimiter, call.kind);
  const begunMs = world.monotonic();
  await world.sleep(call.lastsMs);
  permit.end({ started: call.started });
  return { begunMs };
}

async function acquired(rateLimiter: RateLimiter, kind: CallKind, story?: ReadTimes): Promise<Permit> {
  const permit = await rateLimiter.acquire(kind, never, story);
  if (permit === null) throw new Error("no turn, though nobody withdrew");
  return permit;
}

function instant(kind: CallKind): Wanted {
  return { kind, atMs: 0, lastsMs: 0, started: false };
}

/** A window, and what two clocks may differ in it. */
function waited(windowMs: number): number {
  return Math.ceil(windowMs * 1.001) + 1;
}

function isPaid(kind: CallKind): boolean {
  return kind === "create" || kind === "firstRead";
}
