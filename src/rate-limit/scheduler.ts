import type { Rate } from "../shared/duration.ts";
import { Durations, type LearnedTime, type Phase } from "./durations.ts";
import { NarrationEvidence, type NarrationResult } from "./narration.ts";
import { type CallKind, callKinds, firstWaiting, type QueuedCall, type StoryState } from "./queued-call.ts";
import { StoryReads } from "./story-reads.ts";
import { UsageLog } from "./usage-log.ts";

/**
 * `batch`: finish the whole course as soon as possible, so every start goes to a creation while any remain. `stream`: finish the oldest
 * lesson first.
 */
export const runOrders = ["batch", "stream"] as const;

export type RunOrder = (typeof runOrders)[number];

const urgency: Readonly<Record<RunOrder, readonly CallKind[]>> = {
  batch: callKinds,
  stream: ["firstRead", "create", "quote", "read", "export"],
};

export interface RateLimits {
  readonly calls: Rate;
  readonly starts: Rate;
  readonly pollMs: number;
  readonly order: RunOrder;
  /** Typical durations of a story's phases at that service, for forecasts about unknown kinds. */
  readonly usualMs: Readonly<Record<Phase, number>>;
}

/** What earlier runs learned of the account, and their calls within the limits' windows. Ages in ms, newest last. */
export interface RateMemory {
  readonly narration: NarrationResult;
  readonly times: readonly LearnedTime[];
  readonly startsAgoMs: readonly { readonly ms: number; readonly use: "creation" | "narration" }[];
  readonly callsAgoMs: readonly number[];
}

export const noMemory: RateMemory = { narration: "unknown", times: [], startsAgoMs: [], callsAgoMs: [] };

export type Next =
  | { readonly kind: "call"; readonly queued: QueuedCall }
  /** No call may start before `at` unless something else happens first; infinite if only that can free one. */
  | { readonly kind: "wait"; readonly at: number };

export interface CallOutcome {
  /** Whether it caused, or may have caused, a paid start. */
  readonly started: boolean | "perhaps";
  /** The wait given by the service when this call hit a limit; null if it did not. */
  readonly refusedForMs?: number | null;
  /** Whether the limit was checked in our own ledger, without a request to the service. */
  readonly isOwnCheck?: boolean;
}

/** The share of the calls reserved for anything but repeated reads. */
const reservedShare = 0.1;

/**
 * Decides which call goes next, and when. Has no clock: every method takes the instant, in ms of monotonic time, and `next` returns a call
 * or the instant at which to ask again. Calls and paid starts each have a sliding log of answers; urgency breaks ties.
 */
export class Scheduler {
  readonly starts: UsageLog;
  readonly calls: UsageLog;
  readonly durations: Durations;
  readonly #limits: RateLimits;
  readonly #evidence: NarrationEvidence;
  readonly #queues: Readonly<Record<CallKind, QueuedCall[]>>;
  readonly #reads: StoryReads;
  /** How many creations are still to come: in batch order the starts are reserved for them. */
  creationsToCome = 0;
  #creationsInFlight = 0;
  #isProbing = false;

  constructor(limits: RateLimits, memory: RateMemory, at: number) {
    this.#limits = limits;
    this.starts = new UsageLog(limits.starts, { isRefusalDear: true });
    this.calls = new UsageLog(limits.calls, { isRefusalDear: false });
    this.durations = new Durations(memory.times);
    this.#evidence = new NarrationEvidence(limits.starts, memory.narration);
    this.#reads = new StoryReads(this.durations, limits.pollMs);
    this.#queues = { create: [], firstRead: [], quote: [], read: [], export: [] };
    for (const { ms, use } of memory.startsAgoMs) {
      if (use === "creation" || memory.narration !== "free") this.starts.add(at - ms, use);
    }
    for (const ms of memory.callsAgoMs) this.calls.add(at - ms, "call");
  }

  get narration(): NarrationResult {
    return this.#evidence.result;
  }

  /** Records the service's statement about whether narrations count. */
  recordNarration(stated: NarrationResult): void {
    this.#evidence.stated(stated);
    if (this.narration === "free") this.starts.drop("narration");
  }

  /** Queues a call. A story's read waits for its time; any other call is due at once. To withdraw it, set `isWaiting` to false. */
  enqueue(kind: CallKind, story: StoryState | null = null): QueuedCall {
    const queued = { kind, story, begunAt: 0, isWaiting: true, takesStart: false, probes: false };
    const hasTime = story !== null && (story.since !== null || story.lastReadAt !== null);
    if (hasTime) this.#reads.add(queued, story);
    else this.#queues[kind].push(queued);
    return queued;
  }

  /** The interval between reads of one story, given the number of stories being polled. */
  pollEveryMs(pollers: number): number {
    const { calls, pollMs } = this.#limits;
    return Math.max(pollMs, (calls.windowMs * pollers) / (calls.count * (1 - reservedShare)));
  }

  /** Starts and returns the call that may go now, or returns when to ask again. */
  next(at: number): Next {
    const callsAt = this.calls.openAt(at);
    const intervalMs = this.pollEveryMs(this.#reads.pollers);
    let soonest = Number.POSITIVE_INFINITY;
    for (const kind of urgency[this.#limits.order]) {
      const due = this.#headOf(kind, intervalMs);
      if (due === null) continue;
      const openAt = Math.max(callsAt, due.at, this.#startOpenAt(kind, at));
      if (openAt <= at) return { kind: "call", queued: this.#begin(due.queued, at) };
      soonest = Math.min(soonest, openAt);
    }
    return { kind: "wait", at: soonest };
  }

  /** Ends a call, whatever its result. */
  end(
    queued: QueuedCall,
    { started, refusedForMs = null, isOwnCheck = false }: CallOutcome,
    at: number,
  ): void {
    const { kind, takesStart, probes, begunAt } = queued;
    const isPaid = kind === "create" || kind === "firstRead";
    // A refusal doesn't say which limit was hit. It was the one on starts if the call needed a start and the calls had room, or if the wait
    // exceeds the calls' window.
    const isLong = refusedForMs !== null && refusedForMs > this.#limits.calls.windowMs;
    const isOfStarts = isPaid && (isLong || (takesStart && this.calls.openAt(at) <= at));
    const wasSpent = this.starts.isSpent(at);
    this.calls.end(at, "call");
    if (takesStart) this.starts.end(at, started === false ? null : useOf(kind));
    if (probes) this.#isProbing = false;
    if (kind === "create") this.#creationsInFlight -= 1;
    if (refusedForMs !== null) {
      (isOfStarts ? this.starts : this.calls).refuse(at, refusedForMs, { isOwnCheck });
      // A wait longer than the window belongs to another limit, such as a daily budget, and says nothing about narrations.
      const isTelling = (wasSpent || isLong) && refusedForMs <= this.#limits.starts.windowMs;
      if (isOfStarts && kind === "firstRead" && isTelling) this.#evidence.refused();
    }
    if (!isPaid || started !== true) return;
    if (probes && this.starts.isOverdrawn(at)) this.recordNarration("free");
    else {
      this.#evidence.accepted({ begunAt, endedAt: at });
      this.recordNarration("unknown");
    }
  }

  /** Records what a read showed of a story: its phase, or that it has ended. */
  recordPhase(story: StoryState, phase: Phase | "ended", at: number): void {
    const { kind, since, lastReadAt } = story;
    if (phase === story.phase) {
      story.lastReadAt = at;
      if (since !== null) this.durations.goesOn(story, { since, ageMs: at - since });
      return;
    }
    this.#reads.ended(story);
    this.durations.left(story);
    if (since !== null) {
      const ageBeforeMs = lastReadAt === null ? null : lastReadAt - since;
      const { pollMs } = this.#limits;
      this.durations.ended(kind, story.phase, { ageMs: at - since, ageBeforeMs, pollMs });
    }
    if (phase !== "ended") Object.assign(story, { phase, since: at, lastReadAt: null });
  }

  #begin(queued: QueuedCall, at: number): QueuedCall {
    const { kind } = queued;
    queued.isWaiting = false;
    queued.begunAt = at;
    queued.takesStart = kind === "create" || (kind === "firstRead" && this.narration !== "free");
    queued.probes = kind === "firstRead" && queued.takesStart && this.starts.openAt(at) > at;
    if (this.#queues[kind][0] === queued) this.#queues[kind].shift();
    else this.#reads.take(queued, at);
    this.calls.begin(at);
    if (queued.takesStart) this.starts.begin(at);
    if (queued.probes) this.#isProbing = true;
    if (kind === "create") {
      this.creationsToCome = Math.max(0, this.creationsToCome - 1);
      this.#creationsInFlight += 1;
    }
    return queued;
  }

  #headOf(kind: CallKind, intervalMs: number): { readonly queued: QueuedCall; readonly at: number } | null {
    const queued = firstWaiting(this.#queues[kind]);
    if (queued !== undefined) return { queued, at: Number.NEGATIVE_INFINITY };
    return this.#reads.soonest(kind, intervalMs);
  }

  /** When the start that a call of that kind may need becomes available. */
  #startOpenAt(kind: CallKind, at: number): number {
    if (kind === "create") return this.starts.openAt(at);
    if (kind !== "firstRead" || this.narration === "free" || this.#mayProbe(at)) return at;
    const openAt = this.starts.openAt(at);
    // The free starts are reserved for creations to come; check again when those end.
    const isKept = this.#limits.order === "batch" && this.starts.free(at) <= this.creationsToCome;
    return openAt <= at && isKept && this.creationsToCome > 0 ? Number.POSITIVE_INFINITY : openAt;
  }

  /**
   * Whether to risk one read to learn if narrations count: a refused read costs nothing, a refused creation would. So not while a creation is in
   * flight: the read could take the start that the service has not given to it yet.
   */
  #mayProbe(at: number): boolean {
    const isAlone = !this.#isProbing && this.#creationsInFlight === 0;
    return this.narration === "unknown" && isAlone && this.starts.isSpent(at);
  }
}

function useOf(kind: CallKind): "creation" | "narration" {
  return kind === "create" ? "creation" : "narration";
}
