import type { World } from "../shared/world.ts";
import { Durations, type LearnedTime, type Phase, type PhaseTimes, type StoryKind } from "./durations.ts";
import { type Account, type Ahead, aheadOf, type Forecast, forecastOf, type Remaining } from "./forecast.ts";
import { isBeyondEveryLimit, type NarrationResult, type Span } from "./narration.ts";
import { type PastUse, type RateLimits, type RunOrder, UsageLog, type Use } from "./usage-log.ts";

/**
 * The purpose of a call. A creation is a paid start; a first read may start an audiobook, which may also count as a paid start; `quote` is
 * any query about prices; `read` is any other read.
 */
export const callKinds = ["create", "firstRead", "quote", "read", "export"] as const;

export type CallKind = (typeof callKinds)[number];

const urgency: Readonly<Record<RunOrder, readonly CallKind[]>> = {
  batch: callKinds,
  stream: ["firstRead", "create", "quote", "read", "export"],
};

/** What earlier runs learned about the account, and their uses of the limits within the windows, newest last. */
export interface RateMemory {
  readonly narration: NarrationResult;
  readonly times: readonly LearnedTime[];
  readonly uses: readonly PastUse[];
}

export const noMemory: RateMemory = { narration: "unknown", times: [], uses: [] };

/** A story as it was requested. */
type AskedStory = StoryKind & { readonly audiobook: boolean };

/** What is known of a followed story. Times are monotonic, in ms. */
interface StoryState {
  readonly kind: AskedStory;
  phase: Phase;
  /** When the phase started, or when this run came to know of it. */
  reachedAt: number;
  /** When the phase started; null if before this run. */
  since: number | null;
  /** The last read that found it still in its phase. */
  lastReadAt: number | null;
}

/** A call waiting for its permit; with null it is withdrawn. */
interface QueuedCall {
  readonly story: StoryState | null;
  readonly grant: (permit: Permit | null) => void;
}

/** Calls of one kind that wait for the same thing, in order of time. */
interface Queue {
  readonly kind: CallKind;
  /** How long the phase lasts whose end the reads of stories wait for; null: the calls are due at once. */
  readonly times: PhaseTimes | null;
  /** Whether the stories were read in the phase before. */
  readonly isPoll: boolean;
  readonly calls: QueuedCall[];
}

/** A call in progress. */
interface Begun {
  readonly kind: CallKind;
  readonly at: number;
  readonly takesStart: boolean;
  /** A read sent although the starts are used up, to learn whether narrations count. */
  readonly probes: boolean;
}

export interface CallOutcome {
  /** Whether it caused, or may have caused, a paid start. */
  readonly started: boolean | "perhaps";
  /** The wait given by the service when this call hit a limit; null if it did not. */
  readonly refusedForMs?: number | null;
}

/** The right to make one call now. Must be ended exactly once, whatever the call's result. */
export interface Permit {
  end(outcome: CallOutcome): void;
}

/** When to read a story. */
export interface ReadTimes {
  /** The rate limiter's own. */
  readonly state: StoryState;
  /** Call after every read, with the phase that it showed, or "ended" if no further read is needed. */
  recordPhase(phase: Phase | "ended"): void;
  /** The story is no longer followed, for whatever reason. */
  leave(): void;
}

/** Evidence about narrations spans at most three windows of starts; older evidence only makes the sums longer. */
const keptWindows = 4;

/** The share of the calls reserved for anything but repeated reads. */
const reservedShare = 0.1;

/** Probe early once, after this share of a remembered time; otherwise a stale estimate is never corrected, because no story is read before it. */
const testShare = 0.5;

/** Grants permits; every call of a run needs one. */
export type RateLimiter = Pick<ScheduledRateLimiter, keyof ScheduledRateLimiter>;

/**
 * Decides which call goes next, and when. Calls and paid starts each have a sliding log of answers; urgency breaks ties. A story is first
 * read when stories of its kind usually end, then once per interval; until enough is known of its kind, one of its stories is read per
 * interval, in turn. Times are monotonic, in ms.
 */
export class ScheduledRateLimiter {
  readonly #limits: RateLimits;
  readonly #world: Pick<World, "monotonic" | "sleep">;
  readonly #used: (use: Use) => void;
  readonly #account: Account;
  readonly #queues: Queue[] = [];
  /** The latest calls that show more starts than a limit would allow if narrations counted, once they are enough. */
  #accepted: readonly Span[] = [];
  /** The stories whose creations are still to come: in batch order the starts are reserved for them. */
  #toCreate: readonly AskedStory[] = [];
  readonly #followed = new Set<StoryState>();
  #creationsInFlight = 0;
  #isProbing = false;
  #alarm = new AbortController();

  /** `used`: called for every use of a limit as it ends, to record usage for later callers of the same service. */
  constructor(
    limits: RateLimits,
    world: Pick<World, "monotonic" | "sleep">,
    memory: RateMemory = noMemory,
    used: (use: Use) => void = () => undefined,
  ) {
    this.#limits = limits;
    this.#world = world;
    this.#used = used;
    const starts = new UsageLog(limits.starts, { isRefusalDear: true });
    const calls = new UsageLog(limits.calls, { isRefusalDear: false });
    const { narration, times, uses } = memory;
    this.#account = { limits, starts, calls, durations: new Durations(times), narration };
    const at = world.monotonic();
    for (const { agoMs, use } of uses) (use === "call" ? calls : starts).add(at - agoMs, use);
    if (narration === "free") starts.drop("narration");
  }

  /** Resolves with a permit as soon as the limits allow, and for a story's read, as soon as there may be news; with null once `signal` is aborted. */
  acquire(kind: CallKind, signal: AbortSignal, story?: ReadTimes): Promise<Permit | null> {
    if (signal.aborted) return Promise.resolve(null);
    const { calls } = this.#queueFor(kind, story?.state ?? null);
    return new Promise((resolve) => {
      const grant = (permit: Permit | null): void => {
        signal.removeEventListener("abort", withdraw);
        resolve(permit);
      };
      const queued = { story: story?.state ?? null, grant };
      const withdraw = (): void => {
        calls.splice(calls.indexOf(queued), 1);
        grant(null);
        this.#pump();
      };
      signal.addEventListener("abort", withdraw, { once: true });
      calls.push(queued);
      this.#pump();
    });
  }

  /** Records the service's statement about whether narrations are paid starts; evidence from a refusal takes precedence. */
  recordNarration(stated: NarrationResult): void {
    const account = this.#account;
    if (stated !== "unknown" && account.narration !== "counts") account.narration = stated;
    if (account.narration === "free") account.starts.drop("narration");
    this.#pump();
  }

  /** The stories that are still to be created, including the current one. */
  expectCreations(stories: readonly AskedStory[]): void {
    this.#toCreate = stories;
    this.#pump();
  }

  /** Starts to schedule the reads of a story that was just created or, if it is older, whose next read is due at once. */
  follow(kind: AskedStory, { phase, isNew }: { phase: Phase; isNew: boolean }): ReadTimes {
    const reachedAt = this.#world.monotonic();
    const state: StoryState = { kind, phase, reachedAt, since: isNew ? reachedAt : null, lastReadAt: null };
    this.#followed.add(state);
    return {
      state,
      recordPhase: (seen) => this.#recordPhase(state, seen),
      leave: () => {
        this.#followed.delete(state);
        this.#account.durations.of(kind, state.phase).left(state);
      },
    };
  }

  /** A forecast of when all stories that are followed or to be created will be done, or these. */
  forecast(ahead: Ahead = this.#ahead): Forecast {
    return forecastOf(ahead, this.#account, this.#world.monotonic());
  }

  /** In how many ms one more story would be finished, if it were the last one started. */
  forecastOneMore(story: AskedStory): number {
    return this.forecast(aheadOf(toCreate(story), this.#ahead)).finishMs;
  }

  get #ahead(): Ahead {
    const existing = [...this.#followed].map(({ kind, phase, reachedAt: since }): Remaining => {
      const stage = phase === "narrating" ? phase : kind.audiobook ? "waiting" : "writing";
      return { kind, stage, since };
    });
    return [...this.#toCreate.map(toCreate), ...existing];
  }

  /** What this run and earlier ones know of the account. */
  get learned(): Pick<RateMemory, "narration" | "times"> {
    const { narration, durations } = this.#account;
    return { narration, times: durations.learned };
  }

  /** A story's read waits for its time; any other call is due at once. */
  #queueFor(kind: CallKind, story: StoryState | null): Queue {
    const hasTime = story !== null && (story.since !== null || story.lastReadAt !== null);
    const times = hasTime ? this.#account.durations.of(story.kind, story.phase) : null;
    const isPoll = hasTime && story.lastReadAt !== null;
    const known = this.#queues.find(
      (queue) => queue.kind === kind && queue.times === times && queue.isPoll === isPoll,
    );
    const queue = known ?? { kind, times, isPoll, calls: [] };
    if (known === undefined) this.#queues.push(queue);
    return queue;
  }

  /** Starts every call that may go now, the most urgent first, and wakes up when another one may, unless something else happens first. */
  #pump(): void {
    const at = this.#world.monotonic();
    let next = this.#next(at);
    for (; typeof next !== "number"; next = this.#next(at)) this.#begin(next, at);
    this.#alarm.abort();
    const alarm = new AbortController();
    this.#alarm = alarm;
    if (next === Number.POSITIVE_INFINITY) return;
    // Waking too early does no harm; the timer is unref'd so that it never keeps the process alive.
    void this.#world.sleep(next - at, alarm.signal).then(() => {
      if (!alarm.signal.aborted) this.#pump();
    });
  }

  /** The queue whose first call may go now, or when one may. */
  #next(at: number): Queue | number {
    const callsAt = this.#account.calls.openAt(at);
    const pollers = this.#queues.reduce((sum, { isPoll, times, calls }) => {
      return sum + (isPoll ? Math.min(calls.length, times?.isSure ? calls.length : 1) : 0);
    }, 0);
    // Stories that are polled share the calls.
    const { calls, pollMs, order } = this.#limits;
    const intervalMs = Math.max(pollMs, (calls.windowMs * pollers) / (calls.count * (1 - reservedShare)));
    let soonest = Number.POSITIVE_INFINITY;
    for (const kind of urgency[order]) {
      let due: { readonly queue: Queue; readonly at: number } | null = null;
      for (const queue of this.#queues) {
        const dueAt = queue.kind === kind ? this.#dueAt(queue, intervalMs) : Number.POSITIVE_INFINITY;
        if (dueAt < (due?.at ?? Number.POSITIVE_INFINITY)) due = { queue, at: dueAt };
      }
      if (due === null) continue;
      const openAt = Math.max(callsAt, due.at, this.#startOpenAt(kind, at));
      if (openAt <= at) return due.queue;
      soonest = Math.min(soonest, openAt);
    }
    return soonest;
  }

  /** Ends a call, whatever its result. */
  #end(begun: Begun, { started, refusedForMs = null }: CallOutcome): void {
    const { kind, takesStart, probes } = begun;
    const account = this.#account;
    const { calls, starts } = account;
    const at = this.#world.monotonic();
    const use = kind === "create" ? "creation" : "narration";
    const start = takesStart && started !== false ? use : null;
    this.#used("call");
    if (start !== null) this.#used(start);
    const isPaid = kind === "create" || kind === "firstRead";
    // A refusal doesn't say which limit was hit. It was the one on starts if the call needed a start and the calls had room, or if the wait
    // exceeds the calls' window.
    const isLong = refusedForMs !== null && refusedForMs > this.#limits.calls.windowMs;
    const isOfStarts = isPaid && (isLong || (takesStart && calls.openAt(at) <= at));
    const wasSpent = starts.isSpent(at);
    calls.end(at, "call");
    if (takesStart) starts.end(at, start);
    if (probes) this.#isProbing = false;
    if (kind === "create") this.#creationsInFlight -= 1;
    if (refusedForMs !== null) {
      (isOfStarts ? starts : calls).refuse(at, refusedForMs);
      // A wait longer than the window belongs to another limit, such as a daily budget, and says nothing about narrations.
      const isTelling = (wasSpent || isLong) && refusedForMs <= this.#limits.starts.windowMs;
      if (isOfStarts && kind === "firstRead" && isTelling) account.narration = "counts";
    }
    if (isPaid && started === true && account.narration === "unknown") {
      const kept = keptWindows * this.#limits.starts.count;
      this.#accepted = [...this.#accepted, { begunAt: begun.at, endedAt: at }].slice(-kept);
      const isOverdrawn = probes && starts.isOverdrawn(at);
      if (isOverdrawn || isBeyondEveryLimit(this.#accepted, this.#limits.starts))
        this.recordNarration("free");
    }
    this.#pump();
  }

  #recordPhase(story: StoryState, phase: Phase | "ended"): void {
    const { kind, since, lastReadAt } = story;
    const at = this.#world.monotonic();
    const times = this.#account.durations.of(kind, story.phase);
    if (phase === story.phase) {
      story.lastReadAt = at;
      if (since !== null) times.goesOn(story, { since, ageMs: at - since });
    } else {
      times.left(story);
      const ageBeforeMs = since === null || lastReadAt === null ? null : lastReadAt - since;
      if (since !== null) times.ended({ ageMs: at - since, ageBeforeMs, pollMs: this.#limits.pollMs });
      if (phase !== "ended") Object.assign(story, { phase, since: at, reachedAt: at, lastReadAt: null });
      // Others of its kind may have ended too.
      times.nextReadAt = Number.NEGATIVE_INFINITY;
    }
    this.#pump();
  }

  #begin({ kind, times, calls: queued }: Queue, at: number): void {
    const { starts, calls, narration } = this.#account;
    if (times !== null) Object.assign(times, { isTested: true, nextReadAt: at + this.#limits.pollMs });
    const takesStart = kind === "create" || (kind === "firstRead" && narration !== "free");
    const probes = kind === "firstRead" && takesStart && starts.openAt(at) > at;
    calls.begin(at);
    if (takesStart) starts.begin(at);
    if (probes) this.#isProbing = true;
    if (kind === "create") {
      this.#toCreate = this.#toCreate.slice(1);
      this.#creationsInFlight += 1;
    }
    queued.shift()?.grant({ end: (outcome) => this.#end({ kind, at, takesStart, probes }, outcome) });
  }

  /** When the first call of a queue is due; infinite if there is none. */
  #dueAt({ times, calls: [first] }: Queue, intervalMs: number): number {
    if (first === undefined) return Number.POSITIVE_INFINITY;
    if (first.story === null || times === null) return Number.NEGATIVE_INFINITY;
    const { since, lastReadAt } = first.story;
    const firstMs = (times.expectedMs ?? 0) * (times.isUntested ? testShare : 1);
    const at =
      lastReadAt === null ? (since ?? 0) + Math.max(this.#limits.pollMs, firstMs) : lastReadAt + intervalMs;
    return times.isSure ? at : Math.max(at, times.nextReadAt);
  }

  /** When the start that a call of that kind may need becomes available. */
  #startOpenAt(kind: CallKind, at: number): number {
    const { starts, narration } = this.#account;
    if (kind === "create") return starts.openAt(at);
    if (kind !== "firstRead" || narration === "free") return at;
    // One read is risked to learn whether narrations count: a refused read costs nothing, a refused creation would. So not while a creation is
    // in flight: the read could take the start that the service has not given to it yet.
    const isAlone = !this.#isProbing && this.#creationsInFlight === 0;
    if (narration === "unknown" && isAlone && starts.isSpent(at)) return at;
    const openAt = starts.openAt(at);
    // The free starts are reserved for creations to come; check again when those end.
    const kept = this.#limits.order === "batch" ? this.#toCreate.length : 0;
    return openAt <= at && kept > 0 && starts.free(at) <= kept ? Number.POSITIVE_INFINITY : openAt;
  }
}

function toCreate(kind: AskedStory): Remaining {
  return { kind, stage: kind.audiobook ? "toNarrate" : "toWrite", since: Number.NEGATIVE_INFINITY };
}
