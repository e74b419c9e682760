import { beforeEach, expect, test } from "vitest";
import type { CallError, CallResult } from "../../src/client/port.ts";
import { readWithRetry, waitBeforeRetry } from "../../src/client/with-retry.ts";
import { type ErrorCode, errorCodes } from "../../src/contract/errors.ts";
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

test("Every other call also waits for Retry-After", async () => {
  const first = begin([refused("rate_limited", 7_000), "the answer"]);
  await world.settled();
  const second = begin(["another answer"]);
  const results = await world.until(Promise.all([first, second]));
  expect(results).toEqual(["the answer", "another answer"].map((value) => ({ ok: true, value })));
  expect(attempts).toEqual([0, 7_000, 7_000]);
});

test("A service that is switched off for a named time is retried after it, and reveals nothing about limits", async () => {
  const first = begin([refused("unavailable", 120_000), "not yet"], "firstRead");
  await world.settled();
  const others = (["create", "firstRead", "read"] as const).map((kind) => begin(["not yet"], kind));
  await world.until(Promise.all([first, ...others]));
  expect(attempts).toEqual([0, 0, 0, 0, 120_000]);
  expect(watched.rateLimiter.learned.narration).toBe("unknown");
});

test("A wait for a limit on starts shows that narrations count, and one for a day's limit does not", async () => {
  const { rateLimiter } = watched;
  rateLimiter.recordNarration("free");
  await read([refused("rate_limited", 700_000), "not yet"], "firstRead");
  expect(rateLimiter.learned.narration).toBe("free");
  await read([refused("rate_limited", 500_000), "not yet"], "firstRead");
  expect(rateLimiter.learned.narration).toBe("counts");
});

test("A Retry-After longer than allowed ends the read at once, with the error that names it", async () => {
  const callError = refused("rate_limited", 900_001);
  expect(await read([refused("rate_limited", 900_000), callError])).toEqual({ ok: false, callError });
  expect(attempts).toEqual([0, 900_000]);
});

test("A read cancelled before its turn is not made, and one cancelled while it waits ends at once", async () => {
  const result = begin([refused("rate_limited", 60_000), "the answer"]);
  await world.settled();
  stop.abort();
  expect(await result).toEqual({ ok: false, callError: null });
  expect(await begin(["the answer"])).toEqual({ ok: false, callError: null });
  expect(attempts).toEqual([0]);
  expect(world.monotonic()).toBe(0);
});

const page: CallError = { kind: "garbled", status: 502, why: "a page", retryAfterMs: null };

test.for<[string, readonly (CallError | string)[], readonly (boolean | "perhaps")[]]>([
  ["that shows a paid start is one", ["started"], [true]],
  ["that shows none is none", ["not yet"], [false]],
  [
    "that is lost may have been one, and one that is refused was none",
    [broken, page, refused("unavailable", null), "not yet"],
    ["perhaps", "perhaps", false, false],
  ],
  [
    "that shows one after a lost one shows perhaps the lost one's",
    [broken, "started"],
    ["perhaps", "perhaps"],
  ],
  ["that never got a connection is none", Array(5).fill(unreached), Array(5).fill(false)],
])("An answer %s", async ([, script, started]) => {
  await read(script, "firstRead");
  expect(watched.ends.map((end) => end.started)).toEqual(started);
});

test("A disk error in the middle of a read releases the permit and is reported unchanged", async () => {
  const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });
  const result = readWithRetry({ kind: "export", once: () => Promise.reject(full) }, retryPolicy());
  await expect(world.until(result)).rejects.toBe(full);
  expect(watched.ends).toHaveLength(1);
});

const certificate: CallError = { kind: "certificate", cause: "CERT_HAS_EXPIRED" };
const busyPage: CallError = { kind: "garbled", status: 503, why: "a page", retryAfterMs: 4_000 };

const middle = { random: 0.5, maxWaitMs: 900_000 };

const growing = [1_000, 2_000, 4_000, 8_000, null, null] as const;

/** What follows on the first, second, ... failure, at the middle of the jitter. */
const rows: readonly [name: string, callError: CallError, waits: readonly (number | null)[]][] = [
  ["no answer", broken, growing],
  ["an answer that is none", page, growing],
  ["a success that is none", { ...page, status: 200 }, growing],
  ["a certificate that can't be trusted", certificate, [null]],
  ["a page that names a wait", busyPage, [4_000, 4_000, 4_000, 4_000, 4_000, 4_000]],
  ["a reached limit that names no wait", refused("rate_limited", null), [60_000, 60_000]],
  ["a reached limit", refused("rate_limited", 30_000), [30_000, 30_000, 30_000]],
  ["a service that is away for a named time", refused("unavailable", 9_000), [9_000]],
  ["a replaced login", { ...refused("unauthorized", null), isCredentialReplaced: true }, growing],
  ...errorCodes
    .filter((code) => code !== "rate_limited")
    .map((code): [string, CallError, readonly (number | null)[]] => {
      const isPassing = ["unavailable", "server_error", "conflict"].includes(code);
      return [`the refusal ${code}`, refused(code, null), isPassing ? growing : [null]];
    }),
];

test.for(rows)("After %s a read waits this long", ([, callError, waits]) => {
  const steps = waits.map((_, at) => waitBeforeRetry(callError, at + 1, middle));
  expect(steps).toEqual(waits);
});

test.for([
  ["a wait of our own by up to a quarter in both directions", broken, 3, [3_000, 4_000, 5_000]],
  ["no wait that the service named", busyPage, 1, [4_000, 4_000, 4_000]],
] as const)("Jitter changes %s", ([, callError, attempt, waits]) => {
  const at = (random: number) => waitBeforeRetry(callError, attempt, { ...middle, random });
  expect([0, 0.5, 0.999999].map(at)).toEqual(waits);
});

test("Retries after named waits are limited too", () => {
  const steps = Array.from({ length: 40 }, (_, at) => waitBeforeRetry(busyPage, at + 1, middle));
  expect(steps.indexOf(null)).toBe(19);
  expect(steps.slice(19).every((ms) => ms === null)).toBe(true);
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

function refused(code: ErrorCode, retryAfterMs: number | null): Extract<CallError, { kind: "refused" }> {
  return { kind: "refused", refusal: { status: 400, code, message: "no", retryAfterMs } };
}
