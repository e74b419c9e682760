import type { CallKind } from "../rate-limit/queued-call.ts";
import type { RateLimiter, ReadTimes } from "../rate-limit/rate-limiter.ts";
import type { World } from "../shared/world.ts";
import type { CallError, CallResult } from "./port.ts";
import { limitClosedForMs } from "./read-error.ts";
import { nextStep } from "./retry.ts";

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

/** Repeats a safe call until it succeeds, can't succeed, or is told to stop; every attempt waits for a permit. */
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
    permit.end({
      started: result.ok
        ? certainly(started?.(result.value) ?? false, attempt)
        : mayHaveStarted(result.callError),
      refusedForMs: result.ok ? null : limitClosedFor(result.callError),
    });
    if (result.ok) return result;
    const step = nextStep(result.callError, attempt, { random: world.random(), maxWaitMs });
    if (step.kind === "stop") return result;
    world.log.debug({ kind, attempt, callError: result.callError, waitMs: step.ms }, "a call is repeated");
    await onWait?.(result.callError, step.ms);
    await world.sleep(step.ms, signal);
    if (signal.aborted) return { ok: false, callError: null };
  }
}

// An earlier attempt whose answer was lost may have caused what this answer shows.
function certainly(started: boolean | "perhaps", attempt: number): boolean | "perhaps" {
  return started === true && attempt > 1 ? "perhaps" : started;
}

// Without an answer, a start may have happened unless nothing was sent.
function mayHaveStarted(callError: CallError): false | "perhaps" {
  const isUnknown = callError.kind === "garbled" || (callError.kind === "network" && !callError.isUnsent);
  return isUnknown ? "perhaps" : false;
}

function limitClosedFor(callError: CallError): number | null {
  return callError.kind === "refused" ? limitClosedForMs(callError.refusal) : null;
}
