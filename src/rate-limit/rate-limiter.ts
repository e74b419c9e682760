import type { World } from "../shared/world.ts";
import type { Phase, StoryKind } from "./durations.ts";
import { type Ahead, type Forecast, forecastOf, forecastOneMore, type OneMore } from "./forecast.ts";
import type { NarrationResult } from "./narration.ts";
import type { CallKind, QueuedCall, StoryState } from "./queued-call.ts";
import { type CallOutcome, noMemory, type RateLimits, type RateMemory, Scheduler } from "./scheduler.ts";
import type { Use } from "./usage-log.ts";

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

/** Grants permits; every call of a run needs one. */
export interface RateLimiter {
  /**
   * Resolves with a permit as soon as the limits allow, and for a story's read, as soon as there may be news; with null once `signal` is
   * aborted.
   */
  acquire(kind: CallKind, signal: AbortSignal, story?: ReadTimes): Promise<Permit | null>;
  /** Records the service's statement about whether narrations are paid starts. */
  recordNarration(stated: NarrationResult): void;
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

/** The scheduler with the world's clock: every call waits for its permit. */
export class ScheduledRateLimiter implements RateLimiter {
  readonly #scheduler: Scheduler;
  readonly #world: Pick<World, "monotonic" | "sleep">;
  readonly #limits: RateLimits;
  readonly #waiting = new Map<QueuedCall, (permit: Permit) => void>();
  readonly #used: (use: Use) => void;
  #alarm: { readonly at: number; readonly off: AbortController } | null = null;

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
    this.#scheduler = new Scheduler(limits, memory, world.monotonic());
  }

  acquire(kind: CallKind, signal: AbortSignal, story?: ReadTimes): Promise<Permit | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const queued = this.#scheduler.enqueue(kind, story?.state ?? null);
      const withdraw = (): void => {
        queued.isWaiting = false;
        this.#waiting.delete(queued);
        resolve(null);
        this.#pump();
      };
      signal.addEventListener("abort", withdraw, { once: true });
      this.#waiting.set(queued, (permit) => {
        signal.removeEventListener("abort", withdraw);
        resolve(permit);
      });
      this.#pump();
    });
  }

  recordNarration(stated: NarrationResult): void {
    this.#scheduler.recordNarration(stated);
    this.#pump();
  }

  expectCreations(count: number): void {
    this.#scheduler.creationsToCome = count;
    this.#pump();
  }

  follow(kind: StoryKind, { phase, isNew }: { phase: Phase; isNew: boolean }): ReadTimes {
    const since = isNew ? this.#world.monotonic() : null;
    const state: StoryState = { kind, phase, since, lastReadAt: null };
    return {
      state,
      recordPhase: (seen) => {
        this.#scheduler.recordPhase(state, seen, this.#world.monotonic());
        // What one story shows may make the read of another due.
        this.#pump();
      },
      leave: () => this.#scheduler.durations.left(state),
    };
  }

  forecast(ahead: Ahead): Forecast {
    return forecastOf(ahead, this.#scheduler, { limits: this.#limits, at: this.#world.monotonic() });
  }

  forecastOneMore(story: OneMore, ahead: Ahead): number {
    const now = { limits: this.#limits, at: this.#world.monotonic() };
    return forecastOneMore(story, ahead, { ...now, known: this.#scheduler });
  }

  get learned(): Pick<RateMemory, "narration" | "times"> {
    return { narration: this.#scheduler.narration, times: this.#scheduler.durations.learned };
  }

  #pump(): void {
    for (;;) {
      const next = this.#scheduler.next(this.#world.monotonic());
      if (next.kind === "wait") {
        this.#sleepUntil(next.at);
        return;
      }
      const grant = this.#waiting.get(next.queued);
      this.#waiting.delete(next.queued);
      grant?.({ end: (outcome) => this.#end(next.queued, outcome) });
    }
  }

  #end(queued: QueuedCall, outcome: CallOutcome): void {
    this.#used("call");
    if (queued.takesStart && outcome.started !== false)
      this.#used(queued.kind === "create" ? "creation" : "narration");
    this.#scheduler.end(queued, outcome, this.#world.monotonic());
    this.#pump();
  }

  /** Waking too early does no harm; the timer is unref'd so that it never keeps the process alive. */
  #sleepUntil(at: number): void {
    if (this.#alarm !== null && this.#alarm.at <= at && at !== Number.POSITIVE_INFINITY) return;
    this.#alarm?.off.abort();
    this.#alarm = null;
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
