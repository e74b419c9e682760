import type { Rate } from "../shared/duration.ts";

/** What a paid start was for; the calls' log does not tell them apart. */
export type Use = "creation" | "narration" | "call";

interface Ended {
  readonly at: number;
  readonly use: Use;
}

// Two clocks that are each kept in step by the network may run a thousandth apart while they are being corrected.
const driftShare = 0.001;
const driftLeastMs = 1;

/**
 * Past and running uses of one limit, on monotonic time in ms. One more may begin when the answer of the one `count` before it is older than the
 * window. An answer comes after the service's own stamp, so this keeps sliding windows, fixed windows and token buckets alike, whatever the
 * clocks of the two machines say.
 */
export class UsageLog {
  readonly rate: Rate;
  readonly #windowMs: number;
  #ended: Ended[] = [];
  #running = 0;
  #closedUntil = Number.NEGATIVE_INFINITY;
  #refusedAt = Number.NEGATIVE_INFINITY;
  #spacingMs = 0;

  constructor(rate: Rate) {
    this.rate = rate;
    this.#windowMs = Math.ceil(rate.windowMs * (1 + driftShare)) + driftLeastMs;
  }

  /** The earliest instant at which one more may begin; infinite while only the end of a running one can tell. */
  openAt(at: number): number {
    this.#forget(at);
    const over = this.#ended.length + this.#running - this.rate.count;
    const free = over < 0 ? at : (this.#ended[over]?.at ?? Number.POSITIVE_INFINITY) + this.#windowMs;
    return Math.max(free, this.#closedUntil, this.#spacedUntil());
  }

  /** How many may begin at once. */
  freeAt(at: number): number {
    if (this.openAt(at) > at) return 0;
    return this.#spacingMs > 0 ? 1 : this.rate.count - this.#ended.length - this.#running;
  }

  /** Whether as many are under way or within the window as are allowed: then a refusal is no surprise. */
  isFull(at: number): boolean {
    this.#forget(at);
    return this.#ended.length + this.#running >= this.rate.count;
  }

  isClosed(at: number): boolean {
    return at < this.#closedUntil;
  }

  begin(): void {
    this.#running += 1;
  }

  /** Ends a running one. `use`: what it was; null where it turned out to be none. */
  end(at: number, use: Use | null): void {
    this.#running -= 1;
    if (use !== null) this.#ended.push({ at, use });
  }

  /** Counts one that nobody here saw begin: an earlier run's. They must come in the order of their times, before any other. */
  seed(at: number, use: Use): void {
    this.#ended.push({ at, use });
  }

  /**
   * The service refused one for so long. The first refusal is taken at its word. Another within a window shows that somebody else uses the account
   * too: uses are then spread out, further with every refusal, and closer again with every window that passes without one.
   */
  refuse(at: number, forMs: number): void {
    this.#forget(at);
    const evenMs = this.rate.windowMs / this.rate.count;
    if (at - this.#refusedAt < this.#windowMs + forMs && !this.isClosed(at)) {
      this.#spacingMs = Math.min(this.rate.windowMs, Math.max(evenMs, this.#spacingMs * 2));
    }
    this.#refusedAt = at;
    this.#closedUntil = Math.max(this.#closedUntil, at + forMs);
  }

  /** Takes out what turned out not to count. */
  drop(use: Use): void {
    this.#ended = this.#ended.filter((ended) => ended.use !== use);
  }

  /** When the `count`th use from now on can begin, if all begin as early as they may; those under way are among them. */
  nthOpenAt(count: number, at: number): number {
    if (count <= 0) return at;
    this.#forget(at);
    const first = ((count - 1) % this.rate.count) + 1;
    const windows = Math.floor((count - 1) / this.rate.count);
    const before = this.#ended.length + first - 1 - this.rate.count;
    const blocking = before < 0 ? at : (this.#ended[before]?.at ?? at) + this.#windowMs;
    return Math.max(at, this.#closedUntil, blocking) + windows * this.#windowMs;
  }

  #spacedUntil(): number {
    if (this.#spacingMs === 0) return Number.NEGATIVE_INFINITY;
    return (this.#ended.at(-1)?.at ?? Number.NEGATIVE_INFINITY) + this.#spacingMs;
  }

  #forget(at: number): void {
    let gone = 0;
    while (gone < this.#ended.length && (this.#ended[gone]?.at ?? at) + this.#windowMs <= at) gone += 1;
    if (gone > 0) this.#ended.splice(0, gone);
    if (this.#spacingMs > 0 && at - this.#refusedAt > this.#windowMs) this.#loosen(at);
  }

  #loosen(at: number): void {
    const halved = this.#spacingMs / 2;
    this.#spacingMs = halved < this.rate.windowMs / this.rate.count ? 0 : halved;
    this.#refusedAt = at;
  }
}
