import type { Phase, StoryKind } from "./durations.ts";
import type { NarrationReading } from "./narration-reading.ts";
import type { PaceLimits } from "./scheduler.ts";
import type { UsageLog } from "./usage-log.ts";

/** Stories of one kind that are still to be made, or to be finished. */
export interface AheadOfKind {
  readonly kind: StoryKind;
  /** To be created: with an audiobook, and without. */
  readonly toNarrate: number;
  readonly toWrite: number;
  /** That exist: whose audiobook has not begun, whose text is being written, whose audiobook is being made. */
  readonly waiting: number;
  readonly writing: number;
  readonly narrating: number;
  /** Since when the newest of those that exist is being written, and narrated; in ms of monotonic time. */
  readonly writingSince: number;
  readonly narratingSince: number;
}

export type Ahead = readonly AheadOfKind[];

/** In ms from now. */
export interface Forecast {
  /** When the last creation is sent; 0 where there is none. */
  readonly lastCreationMs: number;
  readonly finishMs: number;
  /** Whether it stands on times that stories really took, or on what is usual. */
  readonly isMeasured: boolean;
  readonly narration: NarrationReading;
}

/** What a scheduler knows, as far as a forecast needs it. */
export interface Known {
  readonly starts: UsageLog;
  readonly calls: UsageLog;
  readonly narration: NarrationReading;
  readonly durations: {
    expectedMs(kind: StoryKind, phase: Phase): number | null;
    atLeastMs(kind: StoryKind, phase: Phase): number;
  };
}

/** A story that has not ended yet, and of whose kind nothing else is known, may go on for a third of its age. */
const guessedShare = 4 / 3;

/** One creation, from its connection to its answer: they go one after the other. */
const creationMs = 300;

/** A story with an audiobook takes about so many calls, and one without: its creation, its reads, its export. */
const callsOf = { narrated: 7, written: 3 } as const;

/**
 * Foretells when everything ahead will be done, from the very logs that the calls are admitted by. While it is not known whether narrations are
 * paid starts they are counted as such.
 */
export function foretell(
  ahead: Ahead,
  known: Known,
  { limits, at }: { limits: PaceLimits; at: number },
): Forecast {
  const sum = (count: (of: AheadOfKind) => number): number => ahead.reduce((all, of) => all + count(of), 0);
  const created = sum(({ toNarrate, toWrite }) => toNarrate + toWrite);
  const narrations = sum(({ toNarrate, waiting }) => toNarrate + waiting);
  const counted = known.narration === "free" ? 0 : narrations;
  const { writingMs, narratingMs, isMeasured } = longestTimes(ahead, known, limits);
  const startIn = (count: number): number => known.starts.nthOpenAt(count, at) - at;
  const lastStartMs = startIn(created + counted);
  // Oldest first: a narration takes its start before the next creation does, but for those that are still being written.
  const beforeLast =
    limits.order === "batch" ? created : Math.max(created, created + counted - inFlight(writingMs, limits));
  const lastCreationMs = created === 0 ? 0 : Math.max(startIn(beforeLast), (created - 1) * creationMs);
  const leftMs = (stage: (of: AheadOfKind) => number, since: (of: AheadOfKind) => number, ms: number) =>
    ahead.reduce((most, of) => (stage(of) === 0 ? most : Math.max(most, since(of) + ms - at)), 0);
  const beingWrittenMs = leftMs(
    ({ writing, waiting }) => writing + waiting,
    (of) => of.writingSince,
    writingMs,
  );
  const writtenMs = Math.max(beingWrittenMs, created === 0 ? 0 : lastCreationMs + writingMs);
  const lastNarrationMs =
    narrations === 0 ? 0 : Math.max(counted > 0 ? lastStartMs : 0, writtenMs) + narratingMs;
  const runningMs = leftMs(
    ({ narrating }) => narrating,
    (of) => of.narratingSince,
    narratingMs,
  );
  const calls =
    narrations * callsOf.narrated + (created - sum(({ toNarrate }) => toNarrate)) * callsOf.written;
  const callsMs = known.calls.nthOpenAt(calls, at) - at;
  const stories = sum((of) => of.toNarrate + of.toWrite + of.waiting + of.writing + of.narrating);
  // What ends is seen by the next read.
  const seenMs = stories === 0 ? 0 : limits.pollMs * (narrations > 0 ? 2 : 1);
  return {
    lastCreationMs,
    finishMs: Math.max(writtenMs, lastNarrationMs, runningMs, callsMs) + seenMs,
    isMeasured,
    narration: known.narration,
  };
}

function inFlight(writingMs: number, { starts }: PaceLimits): number {
  return Math.ceil(writingMs / starts.windowMs) * starts.count;
}

function longestTimes(
  ahead: Ahead,
  { durations }: Known,
  { usualMs }: PaceLimits,
): { writingMs: number; narratingMs: number; isMeasured: boolean } {
  let isMeasured = true;
  const longest = (phase: Phase, concerns: (of: AheadOfKind) => boolean): number => {
    let longestMs = 0;
    for (const of of ahead.filter(concerns)) {
      const ms = durations.expectedMs(of.kind, phase);
      if (ms === null) isMeasured = false;
      const guessMs = Math.max(
        usualMs[phase],
        durations.atLeastMs(of.kind, phase) * guessedShare,
      );
      longestMs = Math.max(longestMs, ms ?? guessMs);
    }
    return longestMs;
  };
  return {
    writingMs: longest("writing", (of) => of.toNarrate + of.toWrite + of.waiting + of.writing > 0),
    narratingMs: longest("narrating", (of) => of.toNarrate + of.waiting + of.narrating > 0),
    isMeasured,
  };
}
