import { isDeepStrictEqual } from "node:util";
import type { EventOf } from "../ledger/format/event.ts";
import { isAbsent } from "../ledger/format/job-status.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { RateMemory } from "../rate-limit/rate-limiter.ts";
import type { PastUse } from "../rate-limit/usage-log.ts";
import type { Rate } from "../shared/duration.ts";
import type { RunContext } from "./run-context.ts";

/** Records at once what the service has just revealed about audiobook starts, so that no later run need find out again. */
export async function rememberNarration(context: RunContext): Promise<void> {
  const { narration } = context.rateLimiter.learned;
  if (narration === "unknown" || narration === context.store.state.rateLimiter?.narration) return;
  await rememberPace(context);
}

/** Records what this run has learned about audiobook starts and about how long stories take, if that is new. */
export async function rememberPace({ plan, rateLimiter, store }: RunContext): Promise<void> {
  const { narration, times } = rateLimiter.learned;
  const known = store.state.rateLimiter ?? noNews;
  if (narration === known.narration && isDeepStrictEqual(times, known.times)) return;
  const copies = times.map((time) => ({ ...time }));
  await store.append({ type: "pace.learned", edition: plan.edition, narration, times: copies });
}

/**
 * What a ledger remembers for the rate limiter: what earlier runs learned, and the paid starts within the limit's window before `now`, perhaps from
 * other machines.
 */
export function rateMemory(
  state: LedgerState,
  { starts, now }: { readonly starts: Rate; readonly now: number },
): RateMemory {
  const { narration, times } = state.rateLimiter ?? noNews;
  const uses: PastUse[] = [];
  const note = (at: string, use: "creation" | "narration"): void => {
    // After a clock was set back, past events seem to lie in the future; treat them as now.
    const agoMs = Math.max(0, now - Date.parse(at));
    if (agoMs < starts.windowMs) uses.push({ agoMs, use });
  };
  for (const { attempts, stories } of state.jobs.values()) {
    for (const attempt of attempts) {
      const { intended, outcome } = attempt;
      if (!isAbsent(attempt)) note(outcome.kind === "accepted" ? outcome.at : intended.at, "creation");
    }
    for (const { startedAt } of stories.values()) if (startedAt !== null) note(startedAt, "narration");
  }
  return { narration, times, uses: uses.sort((a, b) => b.agoMs - a.agoMs) };
}

const noNews: Pick<EventOf<"pace.learned">, "narration" | "times"> = { narration: "unknown", times: [] };
