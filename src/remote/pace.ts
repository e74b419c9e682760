import type { Rate } from "../shared/duration.ts";
import type { World } from "../shared/world.ts";

/**
 * What a call is for, most urgent first: a creation whenever a start is free, then the reads that may start an audiobook, then prices, then
 * other reads, then exports.
 */
export const callKinds = ["create", "firstRead", "quote", "read", "export"] as const;

export type CallKind = (typeof callKinds)[number];

/** The right to make one call now. It must be ended, once, whatever became of the call. */
export interface Turn {
  /**
   * `started`: whether a paid start happened or may have happened. `refusedForMs`: how long the service closed the limit that this call
   * ran into, if it did.
   */
  end(outcome: { started: boolean; refusedForMs?: number | null }): void;
}

/** Who may call when. Every call of the pipeline goes through it. */
export interface Pace {
  /** Resolves with a turn as soon as the limits allow it, or with null once `signal` is aborted. */
  admit(kind: CallKind, signal: AbortSignal): Promise<Turn | null>;
  /** How far apart the reads of one story are while so many are active. */
  pollEveryMs(activeStories: number): number;
}

export interface PaceLimits {
  readonly calls: Rate;
  readonly starts: Rate;
  readonly pollMs: number;
}

interface Waiting {
  readonly kind: CallKind;
  readonly grant: (turn: Turn | null) => void;
}

/** Calls kept free for creations, quotes and exports when the polls are spread. */
const reservedShare = 0.1;

/**
 * Fixed budgets for calls and for paid starts, each a sliding log on monotonic time: the next one goes when the answer of the one `count`
 * before it is older than the window, which is safe however the service reads its own limits.
 */
export function fixedPace(limits: PaceLimits, world: Pick<World, "monotonic" | "sleep">): Pace {
  const calls = new SlidingLog(limits.calls);
  const starts = new SlidingLog(limits.starts);
  const waiting: Waiting[] = [];
  let wakeUp: AbortController | null = null;

  const isPaidStart = (kind: CallKind): boolean => kind === "create" || kind === "firstRead";
  const openAt = (kind: CallKind, now: number): number =>
    Math.max(calls.openAt(now), isPaidStart(kind) ? starts.openAt(now) : now);

  function turnFor(kind: CallKind): Turn {
    calls.begin();
    if (isPaidStart(kind)) starts.begin();
    return {
      end: ({ started, refusedForMs }) => {
        const now = world.monotonic();
        // A refusal names no limit: it is the starts' where a start was asked for and the calls still had room.
        const refusedStart = isPaidStart(kind) && calls.openAt(now) <= now;
        calls.end(now, true);
        if (isPaidStart(kind)) starts.end(now, started);
        if (refusedForMs != null) (refusedStart ? starts : calls).close(now + refusedForMs);
        pump();
      },
    };
  }

  function pump(): void {
    wakeUp?.abort();
    wakeUp = null;
    const now = world.monotonic();
    for (;;) {
      const next = waiting.find(({ kind }) => openAt(kind, now) <= now);
      if (next === undefined) break;
      waiting.splice(waiting.indexOf(next), 1);
      next.grant(turnFor(next.kind));
    }
    const soonest = Math.min(...waiting.map(({ kind }) => openAt(kind, now)));
    if (soonest === Number.POSITIVE_INFINITY) return;
    const controller = new AbortController();
    wakeUp = controller;
    void world.sleep(soonest - now, controller.signal).then(() => {
      if (!controller.signal.aborted) pump();
    });
  }

  return {
    admit(kind, signal) {
      if (signal.aborted) return Promise.resolve(null);
      return new Promise((resolve) => {
        const entry: Waiting = {
          kind,
          grant: (turn) => {
            signal.removeEventListener("abort", leave);
            resolve(turn);
          },
        };
        const leave = (): void => {
          waiting.splice(waiting.indexOf(entry), 1);
          resolve(null);
        };
        signal.addEventListener("abort", leave, { once: true });
        // Sorted by urgency; among equals, who came first.
        const rank = callKinds.indexOf(kind);
        const place = waiting.findIndex((other) => callKinds.indexOf(other.kind) > rank);
        waiting.splice(place === -1 ? waiting.length : place, 0, entry);
        pump();
      });
    },
    pollEveryMs(activeStories) {
      const callsForPolls = limits.calls.count * (1 - reservedShare);
      return Math.max(limits.pollMs, (limits.calls.windowMs * activeStories) / callsForPolls);
    },
  };
}

/** Past and running uses of one limit. */
class SlidingLog {
  readonly #rate: Rate;
  readonly #ended: number[] = [];
  #running = 0;
  #closedUntil = 0;

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** The earliest instant at which one more may begin; infinite while only the end of a running one can tell. */
  openAt(now: number): number {
    while (this.#ended[0] !== undefined && this.#ended[0] + this.#rate.windowMs <= now) this.#ended.shift();
    const over = this.#ended.length + this.#running - this.#rate.count;
    const free = over < 0 ? now : (this.#ended[over] ?? Number.POSITIVE_INFINITY) + this.#rate.windowMs;
    return Math.max(free, this.#closedUntil);
  }

  begin(): void {
    this.#running += 1;
  }

  end(now: number, used: boolean): void {
    this.#running -= 1;
    if (used) this.#ended.push(now);
  }

  close(until: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, until);
  }
}
