import type { Durations, Lasting, Phase, StoryKind } from "./durations.ts";
import type { NarrationResult } from "./narration.ts";
import type { RateLimits, UsageLog } from "./usage-log.ts";

/**
 * How far a story has come: not created yet, with an audiobook (`toNarrate`) or without (`toWrite`); being written before its audiobook can start
 * (`waiting`), or without one (`writing`); being narrated.
 */
type Stage = "toNarrate" | "toWrite" | "waiting" | "writing" | "narrating";

/** A story that is not finished. `since`: when it reached its stage, in ms of monotonic time. */
export interface Remaining {
  readonly kind: StoryKind;
  readonly stage: Stage;
  readonly since: number;
}

export type Ahead = readonly Remaining[];

/** When the work will be done. Times are in ms from now. */
export interface Forecast {
  /** When the last creation is sent; null if there is none. */
  readonly lastCreationMs: number | null;
  /** When the last story is saved. */
  readonly finishMs: number;
  /** Whether it is based on measured times rather than typical times. */
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

/** The stages of the stories that still have to finish each phase, and of those that are in it. */
const phases: Readonly<Record<Phase, Readonly<Record<"all" | "current", readonly Stage[]>>>> = {
  writing: { all: ["toNarrate", "toWrite", "waiting", "writing"], current: ["waiting", "writing"] },
  narrating: { all: ["toNarrate", "waiting", "narrating"], current: ["narrating"] },
};

function storiesAt(ahead: Ahead, stages: readonly Stage[]): Ahead {
  return ahead.filter(({ stage }) => stages.includes(stage));
}

/** Forecasts when all remaining work will be done. Narrations are assumed to count as paid starts until it is known whether they do. */
export function forecastOf(ahead: Ahead, account: Account, at: number): Forecast {
  const { starts, calls, limits, narration } = account;
  const created = storiesAt(ahead, ["toNarrate", "toWrite"]).length;
  const narrations = storiesAt(ahead, ["toNarrate", "waiting"]).length;
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
    const newest = newestOf(storiesAt(ahead, phases[phase].current));
    const lastMs = Math.max(newest - at, lastStartMs ?? Number.NEGATIVE_INFINITY);
    return Math.max(0, slowestLeftMs, lastMs + slowestMs);
  };
  const writtenMs = endOf("writing", writing, lastCreationMs);
  const startedMs = Math.max(counted > 0 ? startIn(created + counted) : 0, writtenMs);
  const narratedMs = endOf("narrating", narrating, narrations === 0 ? null : startedMs);
  const callsLeft = narrations * callsOf.narrated + storiesAt(ahead, ["toWrite"]).length * callsOf.written;
  // An end is noticed at the next read.
  const seenMs = ahead.length > 0 ? limits.pollMs * (narrations > 0 ? 2 : 1) : 0;
  return {
    lastCreationMs,
    finishMs: Math.max(writtenMs, narratedMs, callIn(callsLeft)) + seenMs,
    isMeasured: writing.isKnown && narrating.isKnown,
    narration,
  };
}

/** When the newest of some stories came to its stage. */
function newestOf(stories: Ahead): number {
  return stories.reduce((newest, { since }) => Math.max(newest, since), Number.NEGATIVE_INFINITY);
}

/** The work that remains for one more story if it is the last one created: the story itself, and the starts of the audiobooks that are already waiting. */
export function aheadOf(one: Remaining, ahead: Ahead): Ahead {
  const waiting = one.stage === "toNarrate" ? storiesAt(ahead, ["waiting"]) : [];
  return [one, ...waiting.map(({ stage }) => ({ ...one, stage }))];
}

/** How long a phase lasts for the slowest kind ahead. */
function slowestKind(
  phase: Phase,
  usualMs: number,
  { ahead, account: { durations, limits }, at }: { ahead: Ahead; account: Account; at: number },
): Lasting {
  const stories = storiesAt(ahead, phases[phase].all);
  const among = Math.min(limits.starts.count, stories.length);
  const kinds = new Map(stories.map(({ kind }) => [`${kind.lang} ${kind.length}`, kind]));
  const all = [...kinds.values()].map((kind) => durations.of(kind, phase).lasting(usualMs, { at, among }));
  return {
    ms: Math.max(0, ...all.map(({ ms }) => ms)),
    slowestMs: Math.max(0, ...all.map(({ slowestMs }) => slowestMs)),
    slowestLeftMs: Math.max(0, ...all.map(({ slowestLeftMs }) => slowestLeftMs)),
    isKnown: all.every(({ isKnown }) => isKnown),
  };
}
