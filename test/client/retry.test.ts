import { expect, test } from "vitest";
import type { CallError } from "../../src/client/port.ts";
import { nextStep } from "../../src/client/retry.ts";
import { type ErrorCode, errorCodes } from "../../src/contract/errors.ts";

const network: CallError = { kind: "network", cause: "ECONNRESET", isUnsent: false };
const certificate: CallError = { kind: "certificate", cause: "CERT_HAS_EXPIRED" };
const garbled: CallError = { kind: "garbled", status: 502, why: "a page", retryAfterMs: null };
const busyPage: CallError = { kind: "garbled", status: 503, why: "a page", retryAfterMs: 4_000 };

const stop = { kind: "stop" };
const retryPolicy = { random: 0.5, maxWaitMs: 900_000 };

interface Row {
  readonly name: string;
  readonly callError: CallError;
  /** What follows on the first, second, ... failure, at the middle of the jitter. */
  readonly waits: readonly (number | "stop")[];
}

const growing = [1_000, 2_000, 4_000, 8_000, "stop", "stop"] as const;

const rows: readonly Row[] = [
  { name: "no answer", callError: network, waits: growing },
  { name: "an answer that is none", callError: garbled, waits: growing },
  { name: "a success that is none", callError: { ...garbled, status: 200 }, waits: [1_000, "stop", "stop"] },
  { name: "a certificate that can't be trusted", callError: certificate, waits: ["stop"] },
  {
    name: "a page that names a wait",
    callError: busyPage,
    waits: [4_000, 4_000, 4_000, 4_000, 4_000, 4_000],
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
      waits: ["stop"] as const,
    })),
];

test.for(rows)("After $name a read waits this long", ({ callError, waits }) => {
  const steps = waits.map((_, at) => nextStep(callError, at + 1, retryPolicy));
  expect(steps).toEqual(waits.map((ms) => (ms === "stop" ? stop : { kind: "wait", ms })));
});

test("Jitter changes a wait of our own by up to a quarter in both directions", () => {
  const at = (random: number) => nextStep(network, 3, { ...retryPolicy, random });
  expect(at(0)).toEqual({ kind: "wait", ms: 3_000 });
  expect(at(0.999999)).toEqual({ kind: "wait", ms: 5_000 });
});

test("Jitter never changes a wait that the service named", () => {
  for (const random of [0, 0.3, 0.999999]) {
    expect(nextStep(busyPage, 1, { ...retryPolicy, random })).toEqual({ kind: "wait", ms: 4_000 });
  }
});

test("A named wait is respected up to the longest one allowed, and not a millisecond beyond", () => {
  const limit = refused("rate_limited", 900_000);
  expect(nextStep(limit, 1, retryPolicy)).toEqual({ kind: "wait", ms: 900_000 });
  expect(nextStep(limit, 1, { ...retryPolicy, maxWaitMs: 899_999 })).toEqual(stop);
});

test("Retries after named waits are limited too", () => {
  const steps = Array.from({ length: 40 }, (_, at) => nextStep(busyPage, at + 1, retryPolicy).kind);
  expect(steps.indexOf("stop")).toBe(19);
  expect(steps.slice(19).every((kind) => kind === "stop")).toBe(true);
});

function refused(code: ErrorCode, retryAfterMs: number | null): Extract<CallError, { kind: "refused" }> {
  return { kind: "refused", refusal: { status: 400, code, message: "no", retryAfterMs } };
}
