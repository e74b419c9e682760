import type { Durations, Lasting, Phase, StoryKind } from "./durations.ts";
import type { NarrationResult } from "./narration.ts";
import type { RateLimits, UsageLog } from "./usage-log.ts";

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

/** When the work will be done. Times are in ms from now. */
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

/** What is known about an account: its limits, the logs by which permits are granted, and how long its stories take. */
export interface Account {
  readonly limits: RateLimits;
  readonly calls: UsageLog;
  readonly starts: UsageLog;
  readonly durations: Durations;
  /** Whether narrations count as paid starts, as far as known. */
  narration: NarrationResult;
}

/** One creation, from connecting to its answer; creations are sequential. */
const creationMs = 300;

/** About how many calls a story takes, with and without an audiobook: its creation, its reads, its export. */
const callsOf = { narrated: 7, written: 3 } as const;

/** Of each phase, all stories that will go through it, those in it, and when the newest of these started it. */
const phases = {
  writing: {
    all: (of: AheadOfKind) => of.toNarrate + of.toWrite + of.waiting + of.writing,
    current: (of: AheadOfKind) => of.writing + of.waiting,
    since: (of: AheadOfKind) => of.writingSince,
  },
  narrating: {
    all: (of: AheadOfKind) => of.toNarrate + of.waiting + of.narrating,
    current: (of: AheadOfKind) => of.narrating,
    since: (of: AheadOfKind) => of.narratingSince,
  },
};

/** Forecasts when all remaining work will be done. Narrations are assumed to count as paid starts until it is known whether they do. */
export function forecastOf(ahead: Ahead, account: Account, at: number): Forecast {
  const { starts, calls, limits, narration } = account;
  const sum = (count: (of: AheadOfKind) => number): number => ahead.reduce((all, of) => all + count(of), 0);
  const created = sum(({ toNarrate, toWrite }) => toNarrate + toWrite);
  const narrations = sum(({ toNarrate, waiting }) => toNarrate + waiting);
  const counted = narration === "free" ? 0 : narrations;
  const usual = limits.usualMs;
  const writing = slowestKind("writing", usual.writing, { ahead, account, at });
  // A service that writes faster or slower than usual is likely to narrate so, too; by the root of it, since it need not.
  const speed = writing.isKnown && writing.ms > 0 ? Math.sqrt(writing.ms / usual.writing) : 1;
  const narrating = slowestKind("narrating", usual.narrating * speed, { ahead, account, at });
  const startIn = (count: number): number => starts.nthOpenAt(count, at) - at;
  const callIn = (count: number): number => calls.nthOpenAt(count, at) - at;
  // Oldest first: a narration takes its start before the next creation, except for stories still being written.
  const inFlight = Math.ceil(writing.ms / limits.starts.windowMs) * limits.starts.count;
  const beforeLast = limits.order === "batch" ? created : Math.max(created, created + counted - inFlight);
  const lastCreationMs =
    created === 0 ? null : Math.max(startIn(beforeLast), callIn(created), (created - 1) * creationMs);
  // All have ended when the slowest has.
  const endOf = (phase: Phase, { slowestMs, slowestLeftMs }: Lasting, lastStartMs: number | null): number => {
    const { current, since } = phases[phase];
    const leftMs = ahead.filter((of) => current(of) > 0).map((of) => since(of) + slowestMs - at);
    return Math.max(0, slowestLeftMs, lastStartMs === null ? 0 : lastStartMs + slowestMs, ...leftMs);
  };
  const writtenMs = endOf("writing", writing, lastCreationMs);
  const startedMs = Math.max(counted > 0 ? startIn(created + counted) : 0, writtenMs);
  const narratedMs = endOf("narrating", narrating, narrations === 0 ? null : startedMs);
  const callsLeft = narrations * callsOf.narrated + sum(({ toWrite }) => toWrite) * callsOf.written;
  // An end is noticed at the next read.
  const isAnything = sum((of) => phases.writing.all(of) + of.narrating) > 0;
  const seenMs = isAnything ? limits.pollMs * (narrations > 0 ? 2 : 1) : 0;
  return {
    lastCreationMs,
    finishMs: Math.max(writtenMs, narratedMs, callIn(callsLeft)) + seenMs,
    isMeasured: writing.isKnown && narrating.isKnown,
    narration,
  };
}

/** A story not created yet. */
export interface OneMore {
  readonly kind: StoryKind;
  readonly wantsBook: boolean;
}

/** The work that remains for one more story if it is the last one created: the story itself, and the starts of the audiobooks that are already waiting. */
export function aheadOf({ kind, wantsBook }: OneMore, ahead: Ahead): Ahead {
  const waiting = wantsBook ? ahead.reduce((all, of) => all + of.waiting, 0) : 0;
  const own = { toNarrate: wantsBook ? 1 : 0, toWrite: wantsBook ? 0 : 1, waiting };
  const never = Number.NEGATIVE_INFINITY;
  return [{ kind, ...own, writing: 0, narrating: 0, writingSince: never, narratingSince: never }];
}

/** How long a phase lasts for the slowest kind ahead. */
function slowestKind(
  phase: Phase,
  usualMs: number,
  { ahead, account: { durations, limits }, at }: { ahead: Ahead; account: Account; at: number },
): Lasting {
  const some = ahead.filter((of) => phases[phase].all(of) > 0);
  const count = some.reduce((sum, of) => sum + phases[phase].all(of), 0);
  const among = Math.min(limits.starts.count, count);
  const all = some.map(({ kind }) => durations.of(kind, phase).lasting(usualMs, { at, among }));
  return {
    ms: Math.max(0, ...all.map(({ ms }) => ms)),
    slowestMs: Math.max(0, ...all.map(({ slowestMs }) => slowestMs)),
    slowestLeftMs: Math.max(0, ...all.map(({ slowestLeftMs }) => slowestLeftMs)),
    isKnown: all.every(({ isKnown }) => isKnown),
  };
}
