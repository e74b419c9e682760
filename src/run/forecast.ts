import type { Job } from "../plan/plan.ts";
import type { Phase } from "../rate-limit/durations.ts";
import type { Forecast, Remaining, Stage } from "../rate-limit/forecast.ts";
import type { RateLimiter } from "../rate-limit/rate-limiter.ts";
import type { Work } from "./work.ts";

/** Everything still to be made: stories that are not created yet by their job, existing ones by their id. */
export type RemainingWork = Map<string, Remaining>;

/** A story that is not created yet. */
export function toCreate({ request }: Job, since: number): Remaining {
  return { kind: request, stage: request.audiobook ? "toNarrate" : "toWrite", since };
}

export function stageIn(phase: Phase, wantsBook: boolean): Stage {
  if (phase === "narrating") return "narrating";
  return wantsBook ? "waiting" : "writing";
}

/** When a run that starts now would finish, given what the ledger remembers of the account. */
export function forecastWork(
  { orders, toFollow, orphans }: Work,
  { rateLimiter, at }: { rateLimiter: RateLimiter; at: number },
): Forecast {
  // The progress of an existing story is known only after its first read; until then assume it is at the start.
  const existing = [...toFollow, ...orphans].map(({ attempt: { intended } }) => {
    return { kind: intended.request, stage: stageIn("writing", intended.request.audiobook), since: at };
  });
  const remaining = [...orders.map(({ lesson }) => toCreate(lesson.job, at)), ...existing];
  return rateLimiter.forecast(remaining);
}
