import type { Rate } from "../shared/duration.ts";
import { OthersUse } from "./external-usage.ts";

/** What a paid start was for; the calls' log does not tell them apart. */
export type Use = "creation" | "narration" | "call";

interface Ended {
  readonly at: number;
  readonly use: Use;
}

// Two clocks that are each kept in step by the network may run a thousandth apart while they are being corrected.
const driftShare = 0.001;
const driftLeastMs = 1;
/** A named wait is in whole seconds, and an answer takes its time. */
const namedWithinMs = 2_000;

/**
 * Past and running uses of one limit, on monotonic time in ms. One more may begin when the answer of the one `count` before it is older than the
 * window. An answer comes after the service's own stamp, so this keeps sliding windows, fixed windows and token buckets alike, whatever the
 * clocks of the two machines say.
 */
export class UsageLog {
  readonly rate: Rate;
  readonly #windowMs: number;
  readonly #others = new OthersUse();
  readonly #isRefusalDear: boolean;
  #ended: Ended[] = [];
  #running = 0;
  #closedUntil = Number.NEGATIVE_INFINITY;
  #refusesUntil = Number.NEGATIVE_INFINITY;
  #refusedAt = Number.NEGATIVE_INFINITY;

  /** `isRefusalDear`: whether the first refusal is worth taking care that there is no second one. */
  constructor(rate: Rate, { isRefusalDear }: { isRefusalDear: boolean }) {
    this.rate = rate;
    this.#isRefusalDear = isRefusalDear;
    this.#windowMs = Math.ceil(rate.windowMs * (1 + driftShare)) + driftLeastMs;
  }

  /** The earliest instant at which one more may begin; infinite while only the end of a running one can tell. */
  openAt(at: number): number {
    this.#forget(at);
    const opensAt = Math.min(this.#freeInTurn(1, at), this.#others.promisedAt);
    return Math.max(at, opensAt, this.#closedUntil);
  }

  /** How many may begin at once. */
  freeAt(at: number): number {
    if (this.openAt(at) > at) return 0;
    return Math.max(1, this.#count - this.#ended.length - this.#others.leaves.length - this.#running);
  }

  /**
   * Whether one more would be refused: because as many are under way or within the window as are allowed, or because the service has just said so,
   * where our own uses make that likely to be about this limit.
   */
  isSpent(at: number): boolean {
    this.#forget(at);
    const own = this.#ended.length + this.#running;
    return this.#isClosed(at) ? this.#isRefusing(at) && own >= this.rate.count / 2 : own >= this.rate.count;
  }

  /** Whether more uses of the window were accepted than are allowed, while the service refused every one by its own word: some are none. */
  isOverdrawn(at: number): boolean {
    return this.#isRefusing(at) && this.#ended.length > this.rate.count;
  }

  begin(at: number): void {
    this.#others.use(at);
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

  /** One was refused for so long: by the service, or by our own ledger. What is missing in this log is then somebody else's. */
  refuse(at: number, forMs: number, { isOwnCheck } = { isOwnCheck: false }): void {
    this.#forget(at);
    // A longer wait than the window is another limit's.
    if (!isOwnCheck && forMs <= this.rate.windowMs) this.#refusesUntil = at + forMs - namedWithinMs;
    const isFirst = at - this.#refusedAt > this.#windowMs + forMs;
    const isOne = this.#isClosed(at);
    this.#refusedAt = at;
    this.#closedUntil = Math.max(this.#closedUntil, at + forMs);
    // Calls that were under way together are refused together, and that is one refusal.
    if (isOwnCheck || isOne || (isFirst && !this.#isRefusalDear)) return;
    const { count } = this.rate;
    const leaveAt = at + forMs - this.#windowMs;
    // What leaves the window before the wait is over does not end it: it is full without that.
    const lasting = this.#ended.filter((ended) => ended.at > leaveAt - namedWithinMs);
    this.#others.refused({
      ...{ at, forMs, windowMs: this.#windowMs, keptMost: Math.floor(count / 2) },
      others: Math.max(0, count - lasting.length - this.#running),
      isOursFirst: (lasting[0]?.at ?? at) < leaveAt + namedWithinMs,
    });
  }

  /** Takes out what turned out not to count. */
  drop(use: Use): void {
    this.#ended = this.#ended.filter((ended) => ended.use !== use);
  }

  /** When the `count`th use from now on can begin, if all begin as early as they may; those under way are among them. */
  nthOpenAt(count: number, at: number): number {
    if (count <= 0) return at;
    this.#forget(at);
    const first = ((count - 1) % this.#count) + 1;
    const windows = Math.floor((count - 1) / this.#count);
    const opensAt = this.#freeInTurn(first, at, { runningCount: false });
    return Math.max(at, this.#closedUntil, opensAt) + windows * this.#windowMs;
  }

  /** How many uses of a window are ours. */
  get #count(): number {
    return Math.max(1, this.rate.count - this.#others.kept);
  }

  /** When the `nth` from now may begin, by what has to leave the window before. */
  #freeInTurn(nth: number, at: number, { runningCount } = { runningCount: true }): number {
    const { leaves } = this.#others;
    const running = runningCount ? this.#running : 0;
    const over = this.#ended.length + leaves.length + running + nth - 1 - this.#count;
    if (over < 0) return at;
    if (leaves.length === 0) return (this.#ended[over]?.at ?? Number.POSITIVE_INFINITY) + this.#windowMs;
    const all = [...this.#ended.map((ended) => ended.at + this.#windowMs), ...leaves].sort((a, b) => a - b);
    return all[over] ?? Number.POSITIVE_INFINITY;
  }

  #isClosed(at: number): boolean {
    return at < this.#closedUntil;
  }

  #isRefusing(at: number): boolean {
    return at < this.#refusesUntil;
  }

  #forget(at: number): void {
    let gone = 0;
    while (gone < this.#ended.length && (this.#ended[gone]?.at ?? at) + this.#windowMs <= at) gone += 1;
    if (gone > 0) this.#ended.splice(0, gone);
    this.#others.forget(at);
  }
}
