import type { Durations, Lasting, Phase, StoryKind } from "./durations.ts";
import type { NarrationResult } from "./narration.ts";
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
interface Known {
  readonly starts: UsageLog;
  readonly calls: UsageLog;
  readonly narration: NarrationResult;
  readonly durations: Pick<Durations, "lasting">;
}

interface Now {
  readonly limits: RateLimits;
  readonly at: number;
}

/** One creation, from connecting to its answer; creations are sequential. */
const creationMs = 300;

/** About how many calls a story takes, with and without an audiobook: its creation, its reads, its export. */
const callsOf = { narrated: 7, written: 3 } as const;

/**
 * Forecasts when everything ahead will be done, from the same logs that permits are granted by. Narrations count as paid starts until that
 * is known.
 */
export function forecastOf(ahead: Ahead, known: Known, now: Now): Forecast {
  const { limits, at } = now;
  const sum = (count: (of: AheadOfKind) => number): number => ahead.reduce((all, of) => all + count(of), 0);
  const created = sum(({ toNarrate, toWrite }) => toNarrate + toWrite);
  const narrations = sum(({ toNarrate, waiting }) => toNarrate + waiting);
  const counted = known.narration === "free" ? 0 : narrations;
  const usual = limits.usualMs;
  const writing = slowestKind(ahead, toBeWritten, { phase: "writing", usualMs: usual.writing }, known, now);
  // A service that writes faster or slower than usual is likely to narrate so, too; by the root of it, since it need not.
  const speed = writing.isKnown && writing.ms > 0 ? Math.sqrt(writing.ms / usual.writing) : 1;
  const narration = { phase: "narrating", usualMs: usual.narrating * speed } as const;
  const narrating = slowestKind(ahead, toBeNarrated, narration, known, now);
  const startIn = (count: number): number => known.starts.nthOpenAt(count, at) - at;
  const callIn = (count: number): number => known.calls.nthOpenAt(count, at) - at;
  // Oldest first: a narration takes its start before the next creation, except for stories still being written.
  const inFlight = Math.ceil(writing.ms / limits.starts.windowMs) * limits.starts.count;
  const beforeLast = limits.order === "batch" ? created : Math.max(created, created + counted - inFlight);
  const lastCreationMs =
    created === 0 ? null : Math.max(startIn(beforeLast), callIn(created), (created - 1) * creationMs);
  // All have ended when the slowest has.
  const leftMs = (count: (of: AheadOfKind) => number, since: (of: AheadOfKind) => number, ms: number) =>
    Math.max(0, ...ahead.filter((of) => count(of) > 0).map((of) => since(of) + ms - at));
  const writtenMs = Math.max(
    leftMs(
      (of) => of.writing + of.waiting,
      (of) => of.writingSince,
      writing.slowestMs,
    ),
    writing.slowestLeftMs,
    lastCreationMs === null ? 0 : lastCreationMs + writing.slowestMs,
  );
  const startedMs = Math.max(counted > 0 ? startIn(created + counted) : 0, writtenMs);
  const narratedMs = Math.max(
    narrations === 0 ? 0 : startedMs + narrating.slowestMs,
    leftMs(
      (of) => of.narrating,
      (of) => of.narratingSince,
      narrating.slowestMs,
    ),
    narrating.slowestLeftMs,
  );
  const calls = narrations * callsOf.narrated + sum(({ toWrite }) => toWrite) * callsOf.written;
  // An end is noticed at the next read.
  const isAnything = sum((of) => toBeWritten(of) + of.narrating) > 0;
  const seenMs = isAnything ? limits.pollMs * (narrations > 0 ? 2 : 1) : 0;
  return {
    lastCreationMs,
    finishMs: Math.max(writtenMs, narratedMs, callIn(calls)) + seenMs,
    isMeasured: writing.isKnown && narrating.isKnown,
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
  { known, limits, at }: Now & { readonly known: Known },
): number {
  const { starts, calls, durations, narration } = known;
  const lastsMs = (phase: Phase): number =>
    durations.lasting(kind, phase, limits.usualMs[phase], { at, among: 1 }).ms;
  const writtenAt = Math.max(starts.nthOpenAt(1, at), calls.nthOpenAt(1, at)) + lastsMs("writing");
  const waiting = ahead.reduce((all, of) => all + of.waiting, 0);
  const ownCalls = wantsBook ? callsOf.narrated : callsOf.written;
  const callsAt = calls.nthOpenAt(waiting * callsOf.narrated + ownCalls, at);
  if (!wantsBook) return Math.max(writtenAt, callsAt) + limits.pollMs - at;
  // The starts of its creation, of the waiting audiobooks, and of its own.
  const startAt = narration === "free" ? at : starts.nthOpenAt(1 + waiting + 1, at);
  const narratedAt = Math.max(writtenAt, startAt) + lastsMs("narrating");
  return Math.max(narratedAt, callsAt) + 2 * limits.pollMs - at;
}

function toBeWritten({ toNarrate, toWrite, waiting, writing }: AheadOfKind): number {
  return toNarrate + toWrite + waiting + writing;
}

function toBeNarrated({ toNarrate, waiting, narrating }: AheadOfKind): number {
  return toNarrate + waiting + narrating;
}

/** How long a phase lasts for the slowest kind ahead. */
function slowestKind(
  ahead: Ahead,
  countOf: (of: AheadOfKind) => number,
  { phase, usualMs }: { readonly phase: Phase; readonly usualMs: number },
  { durations }: Known,
  { limits, at }: Now,
): Lasting {
  const some = ahead.filter((of) => countOf(of) > 0);
  const among = Math.min(
    limits.starts.count,
    some.reduce((sum, of) => sum + countOf(of), 0),
  );
  const all = some.map(({ kind }) => durations.lasting(kind, phase, usualMs, { at, among }));
  return {
    ms: Math.max(0, ...all.map(({ ms }) => ms)),
    slowestMs: Math.max(0, ...all.map(({ slowestMs }) => slowestMs)),
    slowestLeftMs: Math.max(0, ...all.map(({ slowestLeftMs }) => slowestLeftMs)),
    isKnown: all.every(({ isKnown }) => isKnown),
  };
}
