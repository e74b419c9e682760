import type { EventOf } from "../ledger/format/event.ts";
import { hasStartedAudiobook, isAbsent } from "../ledger/format/job-status.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { RateMemory } from "../rate-limit/rate-limiter.ts";
import type { PastUse } from "../rate-limit/usage-log.ts";
import type { Rate } from "../shared/duration.ts";
import type { RunContext } from "./run-context.ts";

/** The relative change from which a learned duration is recorded anew. */
const changeShare = 0.2;

/** Records once what the service has just revealed about audiobook starts, so that later runs need not find out again. */
export async function rememberNarration(edition: string, context: RunContext): Promise<void> {
  const { store, rateLimiter } = context;
  const { narration } = rateLimiter.learned;
  if (narration === "unknown" || narration === store.state.rateLimiter?.narration) return;
  await record(edition, context);
}

/** Records how long stories took in this run, if that is new. */
export async function rememberTimes(context: RunContext): Promise<void> {
  const { plan, rateLimiter, store } = context;
  const known = store.state.rateLimiter?.times ?? [];
  const isNews = rateLimiter.learned.times.some(({ phase, lang, length, atMost, ms }) => {
    const before = known.find((one) => one.phase === phase && one.lang === lang && one.length === length);
    if (before === undefined || before.atMost !== atMost) return true;
    return Math.abs(ms - before.ms) > before.ms * changeShare;
  });
  if (isNews) await record(plan.edition, context);
}

async function record(edition: string, { store, rateLimiter }: RunContext): Promise<void> {
  const { narration, times } = rateLimiter.learned;
  const copies = times.map((time) => ({ ...time }));
  await store.append({ type: "pace.learned", edition, narration, times: copies });
}

/** What a ledger remembers for the rate limiter: what earlier runs learned, and their calls within the limits' windows before `now`. */
export function rateMemory(
  state: LedgerState,
  { calls, starts, now }: { calls: Rate; starts: Rate; now: number },
): RateMemory {
  const { narration, times } = state.rateLimiter ?? noNews;
  const uses: PastUse[] = [];
  // After a clock was set back, past events seem to lie in the future; treat them as now.
  const note = (at: string, use: "creation" | "narration" | null): void => {
    const agoMs = Math.max(0, now - Date.parse(at));
    if (agoMs < calls.windowMs) uses.push({ agoMs, use: "call" });
    if (use !== null && agoMs < starts.windowMs) uses.push({ agoMs, use });
  };
  for (const record of state.jobs.values()) {
    for (const attempt of record.attempts) {
      const { intended, outcome } = attempt;
      note(outcome.kind === "accepted" ? outcome.at : intended.at, isAbsent(attempt) ? null : "creation");
    }
    for (const { observed, book, startedAt } of record.stories.values()) {
      if (startedAt !== null) note(startedAt, "narration");
      if (observed !== null && !hasStartedAudiobook(observed)) note(observed.at, null);
      if (book !== null) note(book.at, null);
    }
  }
  return { narration, times, uses: uses.sort((a, b) => b.agoMs - a.agoMs) };
}

const noNews: Pick<EventOf<"pace.learned">, "narration" | "times"> = { narration: "unknown", times: [] };
