import type { World } from "../shared/world.ts";
import type { Phase, StoryKind } from "./durations.ts";
import { type Ahead, type Forecast, forecastOf, forecastOneMore, type OneMore } from "./forecast.ts";
import type { NarrationResult } from "./narration-evidence.ts";
import type { CallKind, QueuedCall, StoryState } from "./queued-call.ts";
import { type CallOutcome, noMemory, type RateLimits, type RateMemory, Scheduler } from "./scheduler.ts";
import type { Use } from "./usage-log.ts";

/** The right to make one call now. Must be ended exactly once, whatever the call's result. */
export interface Permit {
  end(outcome: CallOutcome): void;
}

/** When to read a story. */
export interface ReadTimes {
  /** Call after every read, with the phase that it showed, or "ended" if no further read is needed. */
  recordPhase(phase: Phase | "ended"): void;
  /** The story is no longer followed, for whatever reason. */
  leave(): void;
}

/** Grants permits; every call of a run needs one. */
export interface RateLimiter {
  /**
   * Resolves with a permit as soon as the limits allow, and for a story's read, as soon as there may be news; with null once `signal` is
   * aborted.
   */
  acquire(kind: CallKind, signal: AbortSignal, story?: ReadTimes): Promise<Permit | null>;
  /** Records the service's statement about whether narrations are paid starts. */
  recordNarration(said: NarrationResult): void;
  /** How many creations are still to come, including the current one. */
  expectCreations(count: number): void;
  /** Starts to schedule the reads of a story that was just created or, if it is older, whose next read is due at once. */
  follow(kind: StoryKind, story: { readonly phase: Phase; readonly isNew: boolean }): ReadTimes;
  /** A forecast of when everything ahead will be done. */
  forecast(ahead: Ahead): Forecast;
  /** In how many ms one more story would be finished, if it were the last one started. */
  forecastOneMore(story: OneMore, ahead: Ahead): number;
  /** What this run and earlier ones know of the account. */
  readonly learned: Pick<RateMemory, "narration" | "times">;
}

class ScheduledReads implements ReadTimes {
  readonly state: StoryState;
  readonly recordPhase: ReadTimes["recordPhase"];
  readonly leave: ReadTimes["leave"];

  constructor(state: StoryState, { recordPhase, leave }: ReadTimes) {
    this.state = state;
    this.recordPhase = recordPhase;
    this.leave = leave;
  }
}

interface Waiting {
  readonly queued: QueuedCall;
  readonly grant: (permit: Permit | null) => void;
}

/** The scheduler with the world's clock: every call waits for its permit. */
export class ScheduledRateLimiter implements RateLimiter {
  readonly #scheduler: Scheduler;
  readonly #world: Pick<World, "monotonic" | "sleep">;
  readonly #limits: RateLimits;
  readonly #waiting = new Map<QueuedCall, Waiting>();
  /** A single listener per signal, however many calls wait on it. */
  readonly #bySignal = new Map<AbortSignal, Set<Waiting>>();
  readonly #used: (use: Use | "begun") => void;
  #alarm: { readonly at: number; readonly off: AbortController } | null = null;

  /**
   * `used`: called for every call as it starts, and for every use of a limit as it ends, to record usage for later callers of the same
   * service.
   */
  constructor(
    limits: RateLimits,
    world: Pick<World, "monotonic" | "sleep">,
    memory: RateMemory = noMemory,
    used: (use: Use | "begun") => void = () => undefined,
  ) {
    this.#limits = limits;
    this.#world = world;
    this.#used = used;
    this.#scheduler = new Scheduler(limits, memory, world.monotonic());
  }

  acquire(kind: CallKind, signal: AbortSignal, story?: ReadTimes): Promise<Permit | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const state = story instanceof ScheduledReads ? story.state : null;
      const queued = this.#scheduler.enqueue(kind, state);
      const waiting: Waiting = { queued, grant: resolve };
      this.#waiting.set(queued, waiting);
      this.#listen(signal, waiting);
      this.#pump();
    });
  }

  recordNarration(said: NarrationResult): void {
    this.#scheduler.recordNarration(said);
    this.#pump();
  }

  expectCreations(count: number): void {
    this.#scheduler.expectCreations(count);
    this.#pump();
  }

  follow(kind: StoryKind, { phase, isNew }: { phase: Phase; isNew: boolean }): ReadTimes {
    const since = isNew ? this.#world.monotonic() : null;
    const state: StoryState = { kind, phase, since, lastReadAt: null };
    return new ScheduledReads(state, {
      recordPhase: (seen) => {
        this.#scheduler.recordPhase(state, seen, this.#world.monotonic());
        // What one story shows may make the read of another due.
        this.#pump();
      },
      leave: () => this.#scheduler.left(state),
    });
  }

  forecast(ahead: Ahead): Forecast {
    return forecastOf(ahead, this.#scheduler, { limits: this.#limits, at: this.#world.monotonic() });
  }

  forecastOneMore(story: OneMore, ahead: Ahead): number {
    const [limits, at] = [this.#limits, this.#world.monotonic()];
    return forecastOneMore(story, ahead, { known: this.#scheduler, limits, at });
  }

  get learned(): { narration: NarrationResult; times: RateMemory["times"] } {
    return { narration: this.#scheduler.narration, times: this.#scheduler.durations.learned };
  }

  #listen(signal: AbortSignal, waiting: Waiting): void {
    let those = this.#bySignal.get(signal);
    if (those === undefined) {
      those = new Set();
      this.#bySignal.set(signal, those);
      signal.addEventListener("abort", () => this.#withdrawAll(signal), { once: true });
    }
    those.add(waiting);
    const { grant } = waiting;
    Object.assign(waiting, {
      grant: (permit: Permit | null) => {
        this.#bySignal.get(signal)?.delete(waiting);
        grant(permit);
      },
    });
  }

  #withdrawAll(signal: AbortSignal): void {
    const those = this.#bySignal.get(signal);
    this.#bySignal.delete(signal);
    for (const { queued, grant } of those ?? []) {
      this.#scheduler.withdraw(queued);
      this.#waiting.delete(queued);
      grant(null);
    }
    this.#pump();
  }

  #pump(): void {
    for (;;) {
      const next = this.#scheduler.next(this.#world.monotonic());
      if (next.kind === "wait") {
        this.#sleepUntil(next.at);
        return;
      }
      const waiting = this.#waiting.get(next.queued);
      this.#waiting.delete(next.queued);
      waiting?.grant(this.#permitFor(next.queued));
    }
  }

  #permitFor(queued: QueuedCall): Permit {
    this.#used("begun");
    return {
      end: (outcome) => {
        this.#used("call");
        const isStart = queued.takesStart && outcome.started !== false;
        if (isStart) this.#used(queued.kind === "create" ? "creation" : "narration");
        this.#scheduler.end(queued, outcome, this.#world.monotonic());
        this.#pump();
      },
    };
  }

  /** Waking too early does no harm; the timer is unref'd so that it never keeps the process alive. */
  #sleepUntil(at: number): void {
    if (this.#alarm !== null) {
      if (this.#alarm.at <= at && at !== Number.POSITIVE_INFINITY) return;
      this.#alarm.off.abort();
      this.#alarm = null;
    }
    if (at === Number.POSITIVE_INFINITY) return;
    const off = new AbortController();
    this.#alarm = { at, off };
    void this.#world.sleep(at - this.#world.monotonic(), off.signal).then(() => {
      if (off.signal.aborted) return;
      this.#alarm = null;
      this.#pump();
    });
  }
}
