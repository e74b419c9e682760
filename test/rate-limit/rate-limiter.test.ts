import { setMaxListeners } from "node:events";
import { beforeEach, expect, test } from "vitest";
import {
  type CallKind,
  callKinds,
  noMemory,
  type Permit,
  type ReadTimes,
  ScheduledRateLimiter,
} from "../../src/rate-limit/rate-limiter.ts";
import { interfaceLimits as limits } from "./interface-limits.ts";
import { VirtualClock } from "./whole-runs/virtual-clock.ts";

const never = new AbortController().signal;
// Whole crowds wait on it here.
setMaxListeners(0, never);

let world: VirtualClock;
let rateLimiter: ScheduledRateLimiter;

beforeEach(() => limited({}));

/** Begins anew with other limits than the interface's. */
function limited(more: Partial<typeof limits>, memory = noMemory): void {
  world = new VirtualClock();
  rateLimiter = new ScheduledRateLimiter({ ...limits, ...more }, world, memory);
}

/** One call: when it is wanted, how long it takes, and whether a paid start came of it. */
interface Wanted {
  readonly kind: CallKind;
  readonly atMs?: number;
  readonly lastsMs?: number;
  readonly started?: boolean;
}

/** Makes calls, each when it is wanted, and tells when each of them began. */
const beginnings = (calls: readonly Wanted[]): Promise<number[]> => world.until(Promise.all(calls.map(make)));

async function make({ kind, atMs = 0, lastsMs = 0, started = false }: Wanted): Promise<number> {
  await world.sleep(atMs);
  const permit = await acquired(kind);
  const begunMs = world.monotonic();
  await world.sleep(lastsMs);
  permit.end({ started });
  return begunMs;
}

async function acquired(kind: CallKind, story?: ReadTimes): Promise<Permit> {
  const permit = await rateLimiter.acquire(kind, never, story);
  if (permit === null) throw new Error("no turn, though nobody withdrew");
  return permit;
}

/** A call that is over at once, refused for some time if `refusedForMs` is given. */
async function over(kind: CallKind, refusedForMs?: number): Promise<void> {
  (await acquired(kind)).end({ started: false, ...(refusedForMs !== undefined && { refusedForMs }) });
}

/** A window, and what two clocks may differ in it. */
const waited = (windowMs: number): number => Math.ceil(windowMs * 1.001) + 1;

const times = (count: number, call: Wanted): Wanted[] => Array.from({ length: count }, () => call);
const oneCall = (windowMs: number) => ({ calls: { count: 1, windowMs } });
const oneStart = { starts: { count: 1, windowMs: 600_000 } };

test("A limit is used to the full: the next batch goes as soon as the window has passed", async () => {
  const made = await beginnings(times(150, { kind: "read" }));
  expect(made).toEqual(made.map((_, at) => Math.floor(at / 60) * waited(60_000)));
});

test("A call queued one millisecond before the window has passed waits for that millisecond", async () => {
  limited({ calls: { count: 2, windowMs: 60_000 } });
  const made = await beginnings([0, 5, 60_060, 60_066].map((atMs) => ({ kind: "read", atMs })));
  expect(made).toEqual([0, 5, 60_061, 60_066]);
});

test("Paid starts go twenty at a time, each batch ten minutes after the answers of the one before", async () => {
  const made = await beginnings(times(50, { kind: "create", lastsMs: 1_500, started: true }));
  expect(made).toEqual(made.map((_, at) => Math.floor(at / 20) * (waited(600_000) + 1_500)));
});

test("A start that did not happen returns its permit at once", async () => {
  limited(oneStart);
  const creations = times(2, { kind: "create", started: true });
  const made = await beginnings([{ kind: "firstRead", lastsMs: 300 }, ...creations]);
  expect(made).toEqual([0, 300, 300 + waited(600_000)]);
});

test("The most urgent kind of call goes first, and among equals the one that came first", async () => {
  limited(oneCall(1_000));
  const order: string[] = [];
  const wish = async (kind: CallKind, name: string): Promise<void> => {
    await over(kind);
    order.push(name);
  };
  const blocker = await acquired("export");
  const kinds = [...callKinds].reverse();
  const all = kinds.flatMap((kind) => [wish(kind, `${kind} 1`), wish(kind, `${kind} 2`)]);
  blocker.end({ started: false });
  await world.until(Promise.all(all));
  expect(order).toEqual(callKinds.flatMap((kind) => [`${kind} 1`, `${kind} 2`]));
});

test("A creation that waits for a free start delays no read", async () => {
  limited(oneStart);
  (await acquired("create")).end({ started: true });
  expect(await beginnings([{ kind: "create" }, { kind: "read" }])).toEqual([waited(600_000), 0]);
});

test("A queued call that is cancelled is rejected at once and takes no permit", async () => {
  limited(oneCall(1_000));
  await over("read");
  const stop = new AbortController();
  const withdrawn = rateLimiter.acquire("create", stop.signal);
  const patient = make({ kind: "export" });
  stop.abort();
  expect(await withdrawn).toBeNull();
  expect(world.monotonic()).toBe(0);
  expect(await world.until(patient)).toBe(waited(1_000));
});

test("A call cancelled before it was queued gets no permit, and one cancelled after its permit keeps it", async () => {
  limited(oneCall(1_000));
  const stop = new AbortController();
  const permit = await rateLimiter.acquire("read", stop.signal);
  stop.abort();
  expect(permit).not.toBeNull();
  expect(await rateLimiter.acquire("read", stop.signal)).toBeNull();
  const next = make({ kind: "read" });
  await world.settled();
  permit?.end({ started: false });
  expect(await world.until(next)).toBe(waited(1_000));
});

const isPaid = (kind: CallKind): boolean => kind === "create" || kind === "firstRead";

test.for([
  { kind: "read", blocks: "all calls", isBlocked: () => true },
  { kind: "create", blocks: "only the paid starts", isBlocked: isPaid },
  { kind: "firstRead", blocks: "only the paid starts", isBlocked: isPaid },
] as const)(
  "A $kind that is refused for a time while calls have room blocks $blocks for exactly that time",
  async ({ kind, isBlocked }) => {
    await over(kind, 42_000);
    const made = await beginnings(callKinds.map((other) => ({ kind: other })));
    expect(made).toEqual(callKinds.map((other) => (isBlocked(other) ? 42_000 : 0)));
  },
);

test("A creation that is refused with the last call of the window blocks all calls", async () => {
  limited({ calls: { count: 2, windowMs: 45_000 } });
  await over("read");
  await over("create", 50_000);
  expect(await beginnings([{ kind: "create" }])).toEqual([50_000]);
});

test("Of two refusals the longer one counts", async () => {
  const both = [await acquired("read"), await acquired("read")];
  for (const refusedForMs of [30_000, 10_000]) both.shift()?.end({ started: false, refusedForMs });
  expect(await beginnings([{ kind: "read" }])).toEqual([30_000]);
});

const kind = { lang: "es", length: "short", audiobook: true } as const;

/** Reads new stories whenever they may be read, until a time; tells when each was read last, and how often all were read. */
async function follow(stories: number, untilMs: number, phaseThen: "writing" | "ended") {
  let reads = 0;
  const one = async (): Promise<number> => {
    const story = rateLimiter.follow(kind, { phase: "writing", isNew: true });
    for (;;) {
      (await acquired("read", story)).end({ started: false });
      reads += 1;
      const now = world.monotonic();
      story.recordPhase(now < untilMs ? "writing" : phaseThen);
      if (now >= untilMs) return now;
    }
  };
  const ends = await world.until(Promise.all(Array.from({ length: stories }, one)));
  return { ends, reads };
}

test("Once a story is found written, those created with it are read, even if nothing is asked after it", async () => {
  const { ends } = await follow(15, 130_000, "ended");
  expect(Math.max(...ends) - 130_000).toBeLessThanOrEqual(2 * limits.pollMs);
});

test.each([
  [1, 20],
  [18, 20],
  [40, 44.5],
])(
  "Each of %i stories that take long is polled every %d s, and a tenth of the calls is left for others",
  async (stories, seconds) => {
    limited({}, { ...noMemory, times: Array(5).fill({ ...kind, phase: "writing", ms: 1_000 }) });
    const { reads } = await follow(stories, 3_600_000, "writing");
    expect(reads / stories).toBeGreaterThan((3_600 / seconds) * 0.97);
    expect(reads / stories).toBeLessThan((3_600 / seconds) * 1.03 + 1);
  },
);
