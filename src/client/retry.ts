import type { CallError } from "./port.ts";

export type NextStep = { readonly kind: "stop" } | { readonly kind: "wait"; readonly ms: number };

/** Few attempts (interface 7): with the growing backoff, about half a minute in total. */
const attemptsMost = 5;
const firstWaitMs = 1_000;
/** A wrong answer under a 200 is no passing failure: once more tells whether something in between has made it. */
const wrongAnswersMost = 2;

/** More attempts when the service itself specified the waits, but still a bounded number. */
const namedWaitsMost = 20;

/**
 * What to do after a failed read: every call but a creation is safe to repeat (interface 7). `attempt` counts from 1, `random` is in [0,
 * 1). A wait given by the service is followed exactly; one longer than `maxWaitMs` stops.
 */
export function nextStep(
  callError: CallError,
  attempt: number,
  { random, maxWaitMs }: { random: number; maxWaitMs: number },
): NextStep {
  const named = namedWait(callError);
  if (named !== null) {
    return named > maxWaitMs || attempt >= namedWaitsMost ? { kind: "stop" } : { kind: "wait", ms: named };
  }
  const most = callError.kind === "garbled" && callError.status === 200 ? wrongAnswersMost : attemptsMost;
  if (attempt >= most || !canHelp(callError)) return { kind: "stop" };
  return { kind: "wait", ms: Math.round(firstWaitMs * 2 ** (attempt - 1) * (0.75 + random / 2)) };
}

function namedWait(callError: CallError): number | null {
  if (callError.kind === "refused") return callError.refusal.retryAfterMs;
  return callError.kind === "garbled" ? callError.retryAfterMs : null;
}

function canHelp(callError: CallError): boolean {
  switch (callError.kind) {
    case "network":
      return true;
    case "certificate":
      return false;
    case "garbled":
      return true;
    case "refused":
      // A login that has replaced another is used by the next call; a conflict ends with the other job; a feature that is switched off may
      // be switched on.
      return (
        callError.isCredentialReplaced === true ||
        ["unavailable", "server_error", "conflict"].includes(callError.refusal.code)
      );
  }
}
