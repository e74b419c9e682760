import type { EventOf } from "../ledger/event.ts";
import { hasStartedAudiobook, isAbsent } from "../ledger/standing.ts";
import type { LedgerState } from "../ledger/state.ts";
import type { LearnedTime } from "../remote/durations.ts";
import type { PaceMemory } from "../remote/scheduler.ts";
import type { Rate } from "../shared/duration.ts";
import type { Tools } from "./tools.ts";

/** A learned time is worth a new event once it has changed by so much. */
const changeShare = 0.2;

/** Records what the service has just shown about narrations, once, so that no later run has to ask it again. */
export async function rememberNarration(edition: string, tools: Tools): Promise<void> {
  const { journal, pace } = tools;
  const { narration } = pace.learned;
  if (narration === "unknown" || narration === journal.state.pace?.narration) return;
  if (tools.recordsPace.has(narration)) return;
  tools.recordsPace.add(narration);
  await record(edition, tools);
}

/** Records how long stories took in this run, where that is news. */
export async function rememberTimes(edition: string, tools: Tools): Promise<void> {
  const { pace, journal } = tools;
  const known = new Map((journal.state.pace?.times ?? []).map((time) => [nameOf(time), time]));
  const isNews = pace.learned.times.some((time) => {
    const before = known.get(nameOf(time));
    if (before === undefined || before.atMost !== time.atMost) return true;
    return Math.abs(time.ms - before.ms) > before.ms * changeShare;
  });
  if (isNews) await record(edition, tools);
}

async function record(edition: string, { journal, pace }: Tools): Promise<void> {
  const { narration, times } = pace.learned;
  await journal.record({
    type: "pace.learned",
    edition,
    narration,
    times: times.map((time) => ({ ...time })),
  });
}

function nameOf({ lang, length, phase }: LearnedTime): string {
  return `${phase} ${lang} ${length}`;
}

/** What a ledger remembers for the pace: what earlier runs learned, and what they did within the limits' windows before `now`. */
export function paceMemory(
  state: LedgerState,
  { calls, starts, now }: { calls: Rate; starts: Rate; now: number },
): PaceMemory {
  const { narration, times } = state.pace ?? noNews;
  const startsAgoMs: { ms: number; use: "creation" | "narration" }[] = [];
  const callsAgoMs: number[] = [];
  // A clock that was set back makes the past look like the future: that counts as now.
  const note = (at: string, use: "creation" | "narration" | null): void => {
    const ms = Math.max(0, now - Date.parse(at));
    if (ms < calls.windowMs) callsAgoMs.push(ms);
    if (use !== null && ms < starts.windowMs) startsAgoMs.push({ ms, use });
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
  startsAgoMs.sort((a, b) => b.ms - a.ms);
  callsAgoMs.sort((a, b) => b - a);
  return { narration, times, startsAgoMs, callsAgoMs };
}

const noNews: Pick<EventOf<"pace.learned">, "narration" | "times"> = { narration: "unknown", times: [] };
