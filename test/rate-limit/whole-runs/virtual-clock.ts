import type { World } from "../../../src/shared/world.ts";
import { chanceFrom } from "./chance.ts";

interface Timer {
  readonly at: number;
  /** The order of asking, among timers of one instant. */
  readonly order: number;
  ring: (() => void) | null;
}

/** Virtual time for many thousands of waiting stories: the clock jumps from one alarm to the next. */
export class VirtualClock implements World {
  readonly log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  readonly random: () => number;
  #at = 0;
  #asked = 0;
  readonly #heap: Timer[] = [];

  constructor(seed: number) {
    this.random = chanceFrom(seed);
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
      const timer: Timer = { at: this.#at + Math.max(0, ms), order: this.#asked++, ring: resolve };
      this.#push(timer);
      signal?.addEventListener(
        "abort",
        () => {
          timer.ring = null;
          resolve();
        },
        { once: true },
      );
    });
  }

  /** Lets time pass until the work is done. Throws when nothing is left that could end it. */
  async until<Value>(work: Promise<Value>): Promise<Value> {
    let over = false;
    const watched = work.finally(() => {
      over = true;
    });
    watched.catch(nothing);
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (over) return watched;
      const timer = this.#pop();
      if (timer === undefined) throw new Error(`everything stands still at ${this.#at} ms`);
      this.#at = Math.max(this.#at, timer.at);
      timer.ring?.();
    }
  }

  #push(timer: Timer): void {
    const heap = this.#heap;
    let place = heap.push(timer) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(timer, above)) break;
      heap[place] = above;
      heap[parent] = timer;
      place = parent;
    }
  }

  #pop(): Timer | undefined {
    const heap = this.#heap;
    let [top] = heap;
    // What was called off is passed over, so that no time passes for it.
    do {
      top = this.#takeTop();
    } while (top !== undefined && top.ring === null);
    return top;
  }

  #takeTop(): Timer | undefined {
    const heap = this.#heap;
    const [top] = heap;
    const last = heap.pop();
    if (last === undefined || top === last) return top;
    let place = 0;
    heap[0] = last;
    for (;;) {
      const left = 2 * place + 1;
      const [one, other] = [heap[left], heap[left + 1]];
      if (one === undefined) break;
      const isRight = other !== undefined && isBefore(other, one);
      const smaller = isRight ? other : one;
      if (!isBefore(smaller, last)) break;
      heap[place] = smaller;
      place = isRight ? left + 1 : left;
      heap[place] = last;
    }
    return top;
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

function nothing(): void {
  // A log that nobody reads.
}
