import type { Rate } from "../shared/duration.ts";
import { ExternalUsage } from "./external-usage.ts";

/** The purpose of a paid start; the log of calls doesn't distinguish them. */
export type Use = "creation" | "narration" | "call";

interface Ended {
  readonly at: number;
  readonly use: Use;
}

// Two NTP-synchronized clocks may differ in speed by a thousandth while being corrected.
const driftShare = 0.001;
const driftLeastMs = 1;
/** A given wait is in whole seconds, and an answer takes time to arrive. */
const namedWithinMs = 2_000;

/**
 * Past and current uses of one limit, on monotonic time in ms. Another may start once the answer of the use `count` places before it is
 * older than the window. An answer arrives after the service has counted the call, so this respects sliding windows, fixed windows and
 * token buckets alike, whatever the clocks of the two machines show.
 */
export class UsageLog {
  readonly rate: Rate;
  readonly #windowMs: number;
  readonly #others = new ExternalUsage();
  readonly #isRefusalDear: boolean;
  #ended: Ended[] = [];
  #running = 0;
  #closedUntil = Number.NEGATIVE_INFINITY;
  #refusesUntil = Number.NEGATIVE_INFINITY;
  #refusedAt = Number.NEGATIVE_INFINITY;

  /** `isRefusalDear`: whether a first refusal justifies extra care to avoid a second. */
  constructor(rate: Rate, { isRefusalDear }: { isRefusalDear: boolean }) {
    this.rate = rate;
    this.#isRefusalDear = isRefusalDear;
    this.#windowMs = Math.ceil(rate.windowMs * (1 + driftShare)) + driftLeastMs;
  }

  /** The earliest instant at which one more may start; infinite if that depends on the end of a current one. */
  openAt(at: number): number {
    this.#forget(at);
    const opensAt = Math.min(this.#freeInTurn(1, at), this.#others.promisedAt);
    return Math.max(at, opensAt, this.#closedUntil);
  }

  /** How many may start at once. */
  freeAt(at: number): number {
    if (this.openAt(at) > at) return 0;
    return Math.max(1, this.#count - this.#ended.length - this.#others.leaves.length - this.#running);
  }

  /**
   * Whether one more would be refused: because the limit's number of uses is in progress or within the window, or because the service has
   * just refused, if our own uses make it likely that this limit was the reason.
   */
  isSpent(at: number): boolean {
    this.#forget(at);
    const own = this.#ended.length + this.#running;
    return this.#isClosed(at) ? this.#isRefusing(at) && own >= this.rate.count / 2 : own >= this.rate.count;
  }

  /**
   * Whether more uses within the window were accepted than the limit allows, while the service states that it refuses any more: some of
   * them don't count.
   */
  isOverdrawn(at: number): boolean {
    return this.#isRefusing(at) && this.#ended.length > this.rate.count;
  }

  begin(at: number): void {
    this.#others.use(at);
    this.#running += 1;
  }

  /** Ends a current use. `use`: its purpose; null if it turned out not to count. */
  end(at: number, use: Use | null): void {
    this.#running -= 1;
    if (use !== null) this.#ended.push({ at, use });
  }

  /** Adds a use from an earlier run. Call in order of time, before any other use. */
  seed(at: number, use: Use): void {
    this.#ended.push({ at, use });
  }

  /** Records a refusal with its wait, by the service or by our own ledger. Uses missing from this log must then be external. */
  refuse(at: number, forMs: number, { isOwnCheck } = { isOwnCheck: false }): void {
    this.#forget(at);
    // A wait longer than the window belongs to another limit.
    if (!isOwnCheck && forMs <= this.rate.windowMs) this.#refusesUntil = at + forMs - namedWithinMs;
    const isFirst = at - this.#refusedAt > this.#windowMs + forMs;
    const isOne = this.#isClosed(at);
    this.#refusedAt = at;
    this.#closedUntil = Math.max(this.#closedUntil, at + forMs);
    // Concurrent calls are refused together; that counts as one refusal.
    if (isOwnCheck || isOne || (isFirst && !this.#isRefusalDear)) return;
    const { count } = this.rate;
    const leaveAt = at + forMs - this.#windowMs;
    // Uses that leave the window before the wait is over don't end it: the limit is reached without them.
    const lasting = this.#ended.filter((ended) => ended.at > leaveAt - namedWithinMs);
    this.#others.refused({
      at,
      forMs,
      windowMs: this.#windowMs,
      keptMost: Math.floor(count / 2),
      others: Math.max(0, count - lasting.length - this.#running),
      isOursFirst: (lasting[0]?.at ?? at) < leaveAt + namedWithinMs,
    });
  }

  /** Removes uses that turned out not to count. */
  drop(use: Use): void {
    this.#ended = this.#ended.filter((ended) => ended.use !== use);
  }

  /** When the `count`th use from now can start if all start as early as possible, including those in progress. */
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

  /** When the `nth` use from now may start, given what must leave the window first. */
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
