import type { CallKind, RateLimiter, ReadTimes } from "../rate-limit/rate-limiter.ts";
import type { World } from "../shared/world.ts";
import type { CallError, CallResult } from "./port.ts";
import { limitClosedForMs } from "./refusal.ts";

export interface RetryPolicy {
  readonly rateLimiter: RateLimiter;
  readonly world: Pick<World, "sleep" | "random" | "log">;
  /** The longest `Retry-After` to wait for. */
  readonly maxWaitMs: number;
  readonly signal: AbortSignal;
  /** Called before each retry. */
  readonly onWait?: (callError: CallError, ms: number) => void | Promise<void>;
}

/** A read that was interrupted by a request to stop. */
export type RetriedResult<Value> = CallResult<Value> | { readonly ok: false; readonly callError: null };

export interface RetriedCall<Value> {
  readonly kind: CallKind;
  /** Makes one attempt. */
  readonly once: () => Promise<CallResult<Value>>;
  /** Whether the answer shows a paid start, by this call or perhaps by an earlier one. */
  readonly started?: (value: Value) => boolean | "perhaps";
  /** The story being read, which decides when to read. A retry only waits for a permit. */
  readonly story?: ReadTimes;
}

/** Repeats a safe call until it succeeds, is not worth repeating, or is aborted; every attempt waits for a permit. */
export async function readWithRetry<Value>(
  { kind, once, started, story }: RetriedCall<Value>,
  { rateLimiter, world, maxWaitMs, signal, onWait }: RetryPolicy,
): Promise<RetriedResult<Value>> {
  for (let attempt = 1; ; attempt++) {
    const permit = await rateLimiter.acquire(kind, signal, attempt === 1 ? story : undefined);
    if (permit === null) return { ok: false, callError: null };
    const result = await once().catch((error: unknown) => {
      permit.end({ started: "perhaps" });
      throw error;
    });
    if (result.ok) {
      const isStarted = started?.(result.value) ?? false;
      // An earlier attempt whose answer was lost may have caused what this answer shows.
      permit.end({ started: isStarted === true && attempt > 1 ? "perhaps" : isStarted, refusedForMs: null });
      return result;
    }
    const { callError } = result;
    const refusedForMs = callError.kind === "refused" ? limitClosedForMs(callError.refusal) : null;
    permit.end({ started: mayHaveStarted(callError), refusedForMs });
    const waitMs = waitBeforeRetry(callError, attempt, { random: world.random(), maxWaitMs });
    if (waitMs === null) return result;
    world.log.debug({ kind, attempt, callError, waitMs }, "a call is repeated");
    await onWait?.(callError, waitMs);
    await world.sleep(waitMs, signal);
    if (signal.aborted) return { ok: false, callError: null };
  }
}

// Without an answer, a start may have happened unless nothing was sent.
function mayHaveStarted(callError: CallError): false | "perhaps" {
  const isUnknown = callError.kind === "garbled" || (callError.kind === "network" && !callError.isUnsent);
  return isUnknown ? "perhaps" : false;
}

/** Few attempts (interface 7): with the growing backoff, about half a minute in total. */
const usualAttempts = 5;
const firstWaitMs = 1_000;
/** More attempts when the service itself specified the waits, but still a bounded number. */
const namedWaitAttempts = 20;

/**
 * How long to wait before repeating a failed read; null if it is not repeated. Every call but a creation is safe to repeat (interface 7). `attempt`
 * counts from 1; `random` is in [0, 1). A wait given by the service is followed exactly; a wait longer than `maxWaitMs` ends the retries.
 */
export function waitBeforeRetry(
  callError: CallError,
  attempt: number,
  { random, maxWaitMs }: { random: number; maxWaitMs: number },
): number | null {
  const refusal = callError.kind === "refused" ? callError.refusal : null;
  const namedInMs = callError.kind === "garbled" ? callError.retryAfterMs : (refusal?.retryAfterMs ?? null);
  const namedMs = (refusal && limitClosedForMs(refusal)) ?? namedInMs;
  if (namedMs !== null) return namedMs > maxWaitMs || attempt >= namedWaitAttempts ? null : namedMs;
  if (attempt >= usualAttempts || !mayPass(callError)) return null;
  return Math.round(firstWaitMs * 2 ** (attempt - 1) * (0.75 + random / 2));
}

function mayPass(callError: CallError): boolean {
  if (callError.kind !== "refused") return callError.kind !== "certificate";
  // The next call uses the new login.
  if (callError.isCredentialReplaced) return true;
  // A conflict ends with the other job, and a feature that is switched off may be switched on.
  return ["unavailable", "server_error", "conflict"].includes(callError.refusal.code);
}
