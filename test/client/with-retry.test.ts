import { beforeEach, expect, test } from "vitest";
import type { CallError, CallResult } from "../../src/client/port.ts";
import { readWithRetry } from "../../src/client/with-retry.ts";
import type { CallKind, CallOutcome } from "../../src/rate-limit/rate-limiter.ts";
import { type RateLimiter, ScheduledRateLimiter } from "../../src/rate-limit/rate-limiter.ts";
import { interfaceLimits as limits } from "../rate-limit/interface-limits.ts";
import { VirtualClock } from "../rate-limit/whole-runs/virtual-clock.ts";

const broken: CallError = { kind: "network", cause: "ECONNRESET", isUnsent: false };
const unreached: CallError = { kind: "network", cause: "ECONNREFUSED", isUnsent: true };

let world: VirtualClock;
let watched: Watched;
let stop: AbortController;
/** When each attempt was made, in ms. */
let attempts: number[];

beforeEach(() => {
  world = new VirtualClock();
  watched = watch(new ScheduledRateLimiter(limits, world));
  stop = new AbortController();
  attempts = [];
});

test("A read that succeeds is made once", async () => {
  expect(await read(["the answer"])).toEqual({ ok: true, value: "the answer" });
  expect(attempts).toEqual([0]);
});

test("A read that fails occasionally is repeated with growing pauses until it succeeds", async () => {
  expect(await read([broken, broken, broken, "the answer"])).toEqual({ ok: true, value: "the answer" });
  expect(attempts).toEqual([0, 1_000, 3_000, 7_000]);
});

test("A read that never succeeds ends after five attempts with its last error", async () => {
  expect(await read([])).toEqual({ ok: false, callError: broken });
  expect(attempts).toHaveLength(5);
});

test("A read that can't succeed is made once", async () => {
  const callError = refused("not_found", null);
  expect(await read([callError])).toEqual({ ok: false, callError });
  expect(attempts).toEqual([0]);
});

test("Every other call also waits for Retry-After", async () => {
  const first = begin([refused("rate_limited", 7_000), "the answer"]);
  await world.settled();
  const second = begin(["another answer"]);
  await world.until(Promise.all([first, second]));
  expect(attempts).toEqual([0, 7_000, 7_000]);
});

test("A service that is switched off for a named time is retried after it, and reveals nothing about limits", async () => {
  const rateLimiter = new ScheduledRateLimiter(limits, world);
  watched = watch(rateLimiter);
  const first = begin([refused("unavailable", 120_000), "not yet"], "firstRead");
  await world.settled();
  const others = (["create", "firstRead", "read"] as const).map((kind) => begin(["not yet"], kind));
  await world.until(Promise.all([first, ...others]));
  expect(attempts).toEqual([0, 0, 0, 0, 120_000]);
  expect(rateLimiter.learned.narration).toBe("unknown");
});

test("A wait for a limit on starts shows that narrations count, and one for a day's limit does not", async () => {
  const rateLimiter = new ScheduledRateLimiter(limits, world);
  rateLimiter.recordNarration("free");
  watched = watch(rateLimiter);
  await read([refused("rate_limited", 700_000), "not yet"], "firstRead");
  expect(rateLimiter.learned.narration).toBe("free");
  await read([refused("rate_limited", 500_000), "not yet"], "firstRead");
  expect(rateLimiter.learned.narration).toBe("counts");
});

test("A Retry-After longer than allowed ends the read at once, with the error that names it", async () => {
  const callError = refused("rate_limited", 900_001);
  expect(await read([callError])).toEqual({ ok: false, callError });
  expect(attempts).toEqual([0]);
});

test("A read cancelled before its turn is not made", async () => {
  stop.abort();
  expect(await read(["the answer"])).toEqual({ ok: false, callError: null });
  expect(attempts).toEqual([]);
});

test("A read cancelled while it waits is not repeated, and ends at once", async () => {
  const result = begin([refused("rate_limited", 60_000), "the answer"]);
  await world.settled();
  stop.abort();
  expect(await result).toEqual({ ok: false, callError: null });
  expect(attempts).toEqual([0]);
  expect(world.monotonic()).toBe(0);
});

test("An answer that shows a paid start counts as one, and one that shows none does not", async () => {
  await read(["started"], "firstRead");
  await read(["not yet"], "firstRead");
  expect(watched.ends).toEqual([
    { started: true, refusedForMs: null },
    { started: false, refusedForMs: null },
  ]);
});

test("A paid start that may have happened unnoticed counts as one", async () => {
  const garbled: CallError = { kind: "garbled", status: 502, why: "a page", retryAfterMs: null };
  await read([broken, garbled, refused("unavailable", null), "not yet"], "firstRead");
  expect(watched.ends.map(({ started }) => started)).toEqual(["perhaps", "perhaps", false, false]);
});

test("A read that never got a connection is not a paid start, however often it is retried", async () => {
  await read([unreached, unreached, unreached, unreached, unreached], "firstRead");
  expect(watched.ends.map(({ started }) => started)).toEqual([false, false, false, false, false]);
});

test("A disk error in the middle of a read releases the permit and is reported unchanged", async () => {
  const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });
  const result = readWithRetry({ kind: "export", once: () => Promise.reject(full) }, retryPolicy());
  await expect(world.until(result)).rejects.toBe(full);
  expect(watched.ends).toHaveLength(1);
});

/** As `begin`, and lets time pass until it is over. */
function read(script: readonly (CallError | string)[], kind: CallKind = "read") {
  return world.until(begin(script, kind));
}

/** Reads with attempts that go so, one after another, and then fail for ever. */
function begin(script: readonly (CallError | string)[], kind: CallKind = "read") {
  const left = [...script];
  const once = async (): Promise<CallResult<string>> => {
    attempts.push(world.monotonic());
    const next = left.shift() ?? broken;
    return typeof next === "string" ? { ok: true, value: next } : { ok: false, callError: next };
  };
  return readWithRetry({ kind, once, started: (value) => value === "started" }, retryPolicy());
}

function retryPolicy() {
  return { rateLimiter: watched.rateLimiter, world, maxWaitMs: 900_000, signal: stop.signal };
}

interface Watched {
  readonly rateLimiter: RateLimiter;
  /** How each permit was ended. */
  readonly ends: CallOutcome[];
}

/** The rate limiter, and a record of how every permit was ended. */
function watch(rateLimiter: ScheduledRateLimiter): Watched {
  const ends: CallOutcome[] = [];
  const acquire = rateLimiter.acquire.bind(rateLimiter);
  rateLimiter.acquire = async (kind, signal) => {
    const permit = await acquire(kind, signal);
    const end = (outcome: CallOutcome): void => {
      ends.push(outcome);
      permit?.end(outcome);
    };
    return permit && { end };
  };
  return { rateLimiter, ends };
}

function refused(code: "rate_limited" | "not_found" | "unavailable", retryAfterMs: number | null): CallError {
  return { kind: "refused", refusal: { status: 400, code, message: "no", retryAfterMs } };
}
