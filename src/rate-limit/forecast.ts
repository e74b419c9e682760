import type { Asked, Lasting, Phase, StoryKind } from "./durations.ts";
import type { NarrationResult } from "./narration-evidence.ts";
import type { RateLimits } from "./scheduler.ts";
import type { UsageLog } from "./usage-log.ts";

/** Stories of one kind still to be created or finished. */
export interface AheadOfKind {
  readonly kind: StoryKind;
  /** Not created yet: with an audiobook, and without. */
  readonly toNarrate: number;
  readonly toWrite: number;
  /** Existing ones: waiting for their audiobook to start, being written, being narrated. */
  readonly waiting: number;
  readonly writing: number;
  readonly narrating: number;
  /** When the newest existing one started being written, and narrated; in ms of monotonic time. */
  readonly writingSince: number;
  readonly narratingSince: number;
}

export type Ahead = readonly AheadOfKind[];

/** When the work will be done. Times in ms from now. */
export interface Forecast {
  /** When the last creation is sent; null if there is none. */
  readonly lastCreationMs: number | null;
  /** When the last story is saved. */
  readonly finishMs: number;
  /** Whether it is based on measured times rather than typical ones. */
  readonly isMeasured: boolean;
  /** Whether starts of audiobooks count against the limit of paid starts, as far as known. */
  readonly narration: NarrationResult;
}

/** The scheduler's knowledge that a forecast needs. */
export interface Known {
  readonly starts: UsageLog;
  readonly calls: UsageLog;
  readonly narration: NarrationResult;
  readonly durations: {
    lasting(kind: StoryKind, phase: Phase, when: Asked): Lasting;
  };
}

/** One creation, from connecting to its answer; creations are sequential. */
const creationMs = 300;

/** About how many calls a story takes, with and without an audiobook: its creation, its reads, its export. */
const callsOf = { narrated: 7, written: 3 } as const;

/**
 * Forecasts when everything ahead will be done, from the same logs that permits are granted by. Narrations count as paid starts until that
 * is known.
 */
export function forecastOf(
  ahead: Ahead,
  known: Known,
  { limits, at }: { limits: RateLimits; at: number },
): Forecast {
  const sum = (count: (of: AheadOfKind) => number): number => ahead.reduce((all, of) => all + count(of), 0);
  const created = sum(({ toNarrate, toWrite }) => toNarrate + toWrite);
  const narrations = sum(({ toNarrate, waiting }) => toNarrate + waiting);
  const counted = known.narration === "free" ? 0 : narrations;
  const { writing, narrating, isMeasured } = longestTimes(ahead, known, { limits, at });
  // All have ended when the slowest has.
  const [writingMs, narratingMs] = [writing.slowestMs, narrating.slowestMs];
  const startIn = (count: number): number => known.starts.nthOpenAt(count, at) - at;
  const lastStartMs = startIn(created + counted);
  // Oldest first: a narration takes its start before the next creation, except for stories still being written.
  const beforeLast =
    limits.order === "batch" ? created : Math.max(created, created + counted - inFlight(writing.ms, limits));
  const callIn = (count: number): number => known.calls.nthOpenAt(count, at) - at;
  const lastCreationMs =
    created === 0 ? null : Math.max(startIn(beforeLast), callIn(created), (created - 1) * creationMs);
  const leftMs = (stage: (of: AheadOfKind) => number, since: (of: AheadOfKind) => number, ms: number) =>
    ahead.reduce((most, of) => (stage(of) === 0 ? most : Math.max(most, since(of) + ms - at)), 0);
  const beingWrittenMs = leftMs(
    ({ writing, waiting }) => writing + waiting,
    (of) => of.writingSince,
    writingMs,
  );
  const writtenMs = Math.max(
    beingWrittenMs,
    writing.slowestLeftMs,
    lastCreationMs === null ? 0 : lastCreationMs + writingMs,
  );
  const lastNarrationMs =
    narrations === 0 ? 0 : Math.max(counted > 0 ? lastStartMs : 0, writtenMs) + narratingMs;
  const runningMs = leftMs(
    ({ narrating }) => narrating,
    (of) => of.narratingSince,
    narratingMs,
  );
  const calls =
    narrations * callsOf.narrated + (created - sum(({ toNarrate }) => toNarrate)) * callsOf.written;
  const stories = sum((of) => of.toNarrate + of.toWrite + of.waiting + of.writing + of.narrating);
  // An end is noticed at the next read.
  const seenMs = stories === 0 ? 0 : limits.pollMs * (narrations > 0 ? 2 : 1);
  return {
    lastCreationMs,
    finishMs:
      Math.max(writtenMs, lastNarrationMs, runningMs, narrating.slowestLeftMs, callIn(calls)) + seenMs,
    isMeasured,
    narration: known.narration,
  };
}

/** A story not created yet. */
export interface OneMore {
  readonly kind: StoryKind;
  readonly wantsBook: boolean;
}

/**
 * In how many ms one more story would be finished if it were created as soon as the limits allow and no other after it. Audiobooks already
 * waiting get their starts first.
 */
export function forecastOneMore(
  { kind, wantsBook }: OneMore,
  ahead: Ahead,
  { known, limits, at }: { known: Known; limits: RateLimits; at: number },
): number {
  const { starts, calls, durations, narration } = known;
  const lastsMs = (phase: Phase): number =>
    durations.lasting(kind, phase, { usualMs: limits.usualMs[phase], at, among: 1 }).ms;
  const createdAt = Math.max(starts.nthOpenAt(1, at), calls.nthOpenAt(1, at));
  const writtenAt = createdAt + lastsMs("writing");
  const waiting = ahead.reduce((all, of) => all + of.waiting, 0);
  const callsAt = calls.nthOpenAt(
    waiting * callsOf.narrated + (wantsBook ? callsOf.narrated : callsOf.written),
    at,
  );
  if (!wantsBook) return Math.max(writtenAt, callsAt) + limits.pollMs - at;
  // The starts of its creation, of the waiting audiobooks, and of its own.
  const startAt = narration === "free" ? at : starts.nthOpenAt(1 + waiting + 1, at);
  const narratedAt = Math.max(writtenAt, startAt) + lastsMs("narrating");
  return Math.max(narratedAt, callsAt) + 2 * limits.pollMs - at;
}

function inFlight(writingMs: number, { starts }: RateLimits): number {
  return Math.ceil(writingMs / starts.windowMs) * starts.count;
}

/** The times of the slowest kind ahead. */
function longestTimes(
  ahead: Ahead,
  { durations }: Known,
  { limits, at }: { limits: RateLimits; at: number },
): { writing: Lasting; narrating: Lasting; isMeasured: boolean } {
  const longest = (phase: Phase, usualMs: number, countOf: (of: AheadOfKind) => number): Lasting => {
    const among = Math.min(
      limits.starts.count,
      ahead.reduce((sum, of) => sum + countOf(of), 0),
    );
    const all = ahead
      .filter((of) => countOf(of) > 0)
      .map(({ kind }) => durations.lasting(kind, phase, { usualMs, at, among }));
    return {
      ms: Math.max(0, ...all.map(({ ms }) => ms)),
      slowestMs: Math.max(0, ...all.map(({ slowestMs }) => slowestMs)),
      slowestLeftMs: Math.max(0, ...all.map(({ slowestLeftMs }) => slowestLeftMs)),
      isKnown: all.every(({ isKnown }) => isKnown),
    };
  };
  const usual = limits.usualMs;
  const writing = longest(
    "writing",
    usual.writing,
    (of) => of.toNarrate + of.toWrite + of.waiting + of.writing,
  );
  // A service that writes faster or slower than usual is likely to narrate so, too; by the root of it, since it need not.
  const pace = writing.isKnown && writing.ms > 0 ? Math.sqrt(writing.ms / usual.writing) : 1;
  const narrating = longest(
    "narrating",
    usual.narrating * pace,
    (of) => of.toNarrate + of.waiting + of.narrating,
  );
  return { writing, narrating, isMeasured: writing.isKnown && narrating.isKnown };
}
