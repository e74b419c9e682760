import type { World } from "../../../src/shared/world.ts";
import { chanceFrom } from "./chance.ts";

interface Timer {
  readonly at: number;
  readonly ring: () => void;
}

/** A world whose clock jumps from one thing that somebody waits for to the next, for many thousands of them. Starts at 0 ms. */
export class VirtualClock implements World {
  readonly log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  readonly random: () => number;
  #at = 0;
  /** In order of time, and of asking. */
  readonly #timers: Timer[] = [];

  /** Without a seed, chance is always at its middle. */
  constructor(seed: number | null = null) {
    this.random = seed === null ? () => 0.5 : chanceFrom(seed);
  }

  now(): number {
    return Date.UTC(2026, 10, 2) + this.#at;
  }

  monotonic(): number {
    return this.#at;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#timers.splice(this.#timers.indexOf(timer), 1);
        resolve();
      };
      const ring = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const timer = { at: this.#at + Math.max(0, ms), ring };
      this.#timers.splice(this.#placeAfter(timer.at), 0, timer);
      signal?.addEventListener("abort", leave, { once: true });
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

  #placeAfter(at: number): number {
    let [from, to] = [0, this.#timers.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#timers[middle]?.at ?? at) <= at) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function nothing(): void {
  // A log that nobody reads.
}
