import { expect, test } from "vitest";
import type { CallError } from "../../src/client/port.ts";
import { waitBeforeRetry } from "../../src/client/with-retry.ts";
import { type ErrorCode, errorCodes } from "../../src/contract/errors.ts";

const network: CallError = { kind: "network", cause: "ECONNRESET", isUnsent: false };
const certificate: CallError = { kind: "certificate", cause: "CERT_HAS_EXPIRED" };
const garbled: CallError = { kind: "garbled", status: 502, why: "a page", retryAfterMs: null };
const busyPage: CallError = { kind: "garbled", status: 503, why: "a page", retryAfterMs: 4_000 };

const retryPolicy = { random: 0.5, maxWaitMs: 900_000 };

interface Row {
  readonly name: string;
  readonly callError: CallError;
  /** What follows on the first, second, ... failure, at the middle of the jitter. */
  readonly waits: readonly (number | null)[];
}

const growing = [1_000, 2_000, 4_000, 8_000, null, null] as const;

const rows: readonly Row[] = [
  { name: "no answer", callError: network, waits: growing },
  { name: "an answer that is none", callError: garbled, waits: growing },
  { name: "a success that is none", callError: { ...garbled, status: 200 }, waits: [1_000, null, null] },
  { name: "a certificate that can't be trusted", callError: certificate, waits: [null] },
  {
    name: "a page that names a wait",
    callError: busyPage,
    waits: [4_000, 4_000, 4_000, 4_000, 4_000, 4_000],
  },
  {
    name: "a reached limit that names no wait",
    callError: refused("rate_limited", null),
    waits: [60_000, 60_000],
  },
  { name: "a reached limit", callError: refused("rate_limited", 30_000), waits: [30_000, 30_000, 30_000] },
  {
    name: "a service that is away for a named time",
    callError: refused("unavailable", 9_000),
    waits: [9_000],
  },
  ...(["unavailable", "server_error", "conflict"] as const).map((code) => ({
    name: `the refusal ${code}`,
    callError: refused(code, null),
    waits: growing,
  })),
  {
    name: "the refusal of a login that has been replaced",
    callError: { ...refused("unauthorized", null), isCredentialReplaced: true },
    waits: growing,
  },
  ...errorCodes
    .filter((code) => !["rate_limited", "unavailable", "server_error", "conflict"].includes(code))
    .map((code) => ({
      name: `the refusal ${code}`,
      callError: refused(code, null),
      waits: [null] as const,
    })),
];

test.for(rows)("After $name a read waits this long", ({ callError, waits }) => {
  const steps = waits.map((_, at) => waitBeforeRetry(callError, at + 1, retryPolicy));
  expect(steps).toEqual(waits);
});

test("Jitter changes a wait of our own by up to a quarter in both directions", () => {
  const at = (random: number) => waitBeforeRetry(network, 3, { ...retryPolicy, random });
  expect(at(0)).toBe(3_000);
  expect(at(0.999999)).toBe(5_000);
});

test("Jitter never changes a wait that the service named", () => {
  for (const random of [0, 0.3, 0.999999]) {
    expect(waitBeforeRetry(busyPage, 1, { ...retryPolicy, random })).toBe(4_000);
  }
});

test("A named wait is respected up to the longest one allowed, and not a millisecond beyond", () => {
  const limit = refused("rate_limited", 900_000);
  expect(waitBeforeRetry(limit, 1, retryPolicy)).toBe(900_000);
  expect(waitBeforeRetry(limit, 1, { ...retryPolicy, maxWaitMs: 899_999 })).toBeNull();
});

test("Retries after named waits are limited too", () => {
  const steps = Array.from({ length: 40 }, (_, at) => waitBeforeRetry(busyPage, at + 1, retryPolicy));
  expect(steps.indexOf(null)).toBe(19);
  expect(steps.slice(19).every((ms) => ms === null)).toBe(true);
});

function refused(code: ErrorCode, retryAfterMs: number | null): Extract<CallError, { kind: "refused" }> {
  return { kind: "refused", refusal: { status: 400, code, message: "no", retryAfterMs } };
}
