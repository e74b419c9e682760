import type { World } from "../../src/shared/world.ts";

interface Timer {
  readonly at: number;
  readonly ring: () => void;
}

/** A world whose clock jumps from one thing that somebody waits for to the next. Starts at 0 ms. */
export class VirtualWorld implements World {
  readonly log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  /** Every wait that was asked for, in ms. */
  readonly waits: number[] = [];
  chance = 0.5;
  #at = 0;
  #timers: Timer[] = [];

  now(): number {
    return this.#at;
  }

  monotonic(): number {
    return this.#at;
  }

  random(): number {
    return this.chance;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.waits.push(ms);
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#timers = this.#timers.filter((other) => other !== timer);
        resolve();
      };
      const ring = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const timer: Timer = { at: this.#at + ms, ring };
      const later = this.#timers.findIndex(({ at }) => at > timer.at);
      this.#timers.splice(later === -1 ? this.#timers.length : later, 0, timer);
      signal?.addEventListener("abort", leave);
    });
  }

  /** Lets time pass until the work is done. Throws when nothing is left that could end it. */
  async until<Value>(work: Promise<Value>): Promise<Value> {
    let over = false;
    const watched = work.finally(() => {
      over = true;
    });
    // The work's own error is thrown below; this only keeps it from counting as nobody's.
    watched.catch(nothing);
    for (;;) {
      await this.settled();
      if (over) return watched;
      const timer = this.#timers.shift();
      if (timer === undefined) throw new Error(`everything stands still at ${this.#at} ms`);
      this.#at = timer.at;
      timer.ring();
    }
  }

  /** Resolves once everything that can happen at this instant has happened. */
  settled(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }
}

function nothing(): void {
  // A log that nobody reads.
}
