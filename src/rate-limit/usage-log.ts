import type { Rate } from "../shared/duration.ts";
import type { Phase } from "./durations.ts";

/**
 * `batch`: finish the whole course as soon as possible, so every start goes to a creation while any remain. `stream`: finish the oldest lesson first.
 */
export const runOrders = ["batch", "stream"] as const;

export type RunOrder = (typeof runOrders)[number];

export interface RateLimits {
  readonly calls: Rate;
  readonly starts: Rate;
  readonly pollMs: number;
  readonly order: RunOrder;
  /** Typical durations of a story's phases at that service, for forecasts about unknown kinds. */
  readonly usualMs: Readonly<Record<Phase, number>>;
}

/** What a limit counts: any call, or a paid start for one purpose. */
export type Use = "creation" | "narration" | "call";

/** A use before now. */
export interface PastUse {
  readonly agoMs: number;
  readonly use: Use;
}

// Two NTP-synchronized clocks may differ in speed by a thousandth while being corrected.
const driftShare = 0.001;
const driftLeastMs = 1;
/** A given wait is in whole seconds, and an answer takes time to arrive. */
const namedWithinMs = 2_000;

/** More than one window, so that the next window has passed before the share reserved for others is used again. */
const keptWindowsFirst = 1.5;
// Using that share causes a refusal if the others are still active, so it is tried less and less often.
const keptWindowsMost = 24;

const never = Number.NEGATIVE_INFINITY;

/**
 * Past and current uses of one limit, on monotonic time in ms. Another use may start once the answer to the use `count` places earlier is
 * older than the window. An answer arrives after the service has counted the call, so this respects sliding windows, fixed windows and
 * token buckets alike, whatever the clocks of the two machines show.
 *
 * Others on the same account use the limit too, which shows only in refusals. When a wait given by the service is over, one use is free, as
 * the service promised. The rest of the external uses then leave the window gradually. From then on, the same number of uses is reserved for other users
 * of the account: for a while at first, and for longer each time that turns out to be too short.
 */
export class UsageLog {
  readonly #rate: Rate;
  readonly #windowMs: number;
  readonly #isRefusalDear: boolean;
  #ended: { readonly at: number; readonly use: Use }[] = [];
  #running = 0;
  #closedUntil = never;
  #refusesUntil = never;
  #refusedAt = never;
  /** When each external use leaves the window, in order. */
  #leaves: number[] = [];
  /** When the promised use becomes free; infinite if none is promised, or it was made. */
  #promisedAt = Number.POSITIVE_INFINITY;
  /** How many uses of a window are reserved for others. */
  #kept = 0;
  #keptUntil = never;
  #keptWindows = 0;

  /** `isRefusalDear`: whether a first refusal justifies extra care to avoid a second. */
  constructor(rate: Rate, { isRefusalDear }: { isRefusalDear: boolean }) {
    this.#rate = rate;
    this.#isRefusalDear = isRefusalDear;
    this.#windowMs = Math.ceil(rate.windowMs * (1 + driftShare)) + driftLeastMs;
  }

  /** The earliest instant at which one more may start; infinite if that depends on the end of a current one. */
  openAt(at: number): number {
    this.#forget(at);
    const opensAt = Math.min(this.#freeAt(1 + this.#running, at), this.#promisedAt);
    return Math.max(at, opensAt, this.#closedUntil);
  }

  /** How many may start at once. */
  free(at: number): number {
    if (this.openAt(at) > at) return 0;
    return Math.max(1, this.#own - this.#ended.length - this.#leaves.length - this.#running);
  }

  /**
   * Whether one more would be refused: because the limit's number of uses is in progress or within the window, or because the service has
   * just refused, if our own uses make it likely that this limit was the reason.
   */
  isSpent(at: number): boolean {
    this.#forget(at);
    const { count } = this.#rate;
    const own = this.#ended.length + this.#running;
    return at < this.#closedUntil ? at < this.#refusesUntil && own >= count / 2 : own >= count;
  }

  /** Whether more uses were accepted than the limit allows while the service says that it refuses any more: some of them don't count. */
  isOverdrawn(at: number): boolean {
    return at < this.#refusesUntil && this.#ended.length > this.#rate.count;
  }

  begin(at: number): void {
    if (this.#promisedAt <= at) this.#promisedAt = Number.POSITIVE_INFINITY;
    this.#running += 1;
  }

  /** Ends a current use. `use`: its purpose; null if it turned out not to count. */
  end(at: number, use: Use | null): void {
    this.#running -= 1;
    if (use !== null) this.add(at, use);
  }

  /** Adds a use that has ended. Call in order of time. */
  add(at: number, use: Use): void {
    this.#ended.push({ at, use });
  }

  /** Records a refusal by the service, with its wait. Uses missing from this log must then be external. */
  refuse(at: number, forMs: number): void {
    this.#forget(at);
    // A wait longer than the window belongs to another limit.
    if (forMs <= this.#rate.windowMs) this.#refusesUntil = at + forMs - namedWithinMs;
    const isFirst = at - this.#refusedAt > this.#windowMs + forMs;
    const isClosed = at < this.#closedUntil;
    this.#refusedAt = at;
    this.#closedUntil = Math.max(this.#closedUntil, at + forMs);
    // Concurrent calls are refused together; that counts as one refusal.
    if (isClosed || (isFirst && !this.#isRefusalDear)) return;
    const leaveAt = at + forMs - this.#windowMs;
    // Uses that leave the window before the wait is over don't end it: the limit is reached without them.
    const lasting = this.#ended.filter((ended) => ended.at > leaveAt - namedWithinMs);
    const others = Math.max(0, this.#rate.count - lasting.length - this.#running);
    // The use that must leave the window first may be one of ours.
    const isOursFirst = (lasting[0]?.at ?? at) < leaveAt + namedWithinMs;
    this.#promisedAt = at + forMs;
    // The others leave one by one in the rest of the window.
    const left = Math.max(0, isOursFirst ? others : others - 1);
    const stepMs = Math.max(0, this.#windowMs - forMs) / Math.max(1, left);
    this.#leaves = Array.from({ length: left }, (_, index) => this.#promisedAt + stepMs * (index + 1));
    this.#keep(others, at);
  }

  /** Removes uses that turned out not to count. */
  drop(use: Use): void {
    this.#ended = this.#ended.filter((ended) => ended.use !== use);
  }

  /** When the `count`th use from now can start if all start as early as possible, including those in progress. */
  nthOpenAt(count: number, at: number): number {
    if (count <= 0) return at;
    this.#forget(at);
    const windows = Math.floor((count - 1) / this.#own);
    const first = ((count - 1) % this.#own) + 1;
    return Math.max(at, this.#closedUntil, this.#freeAt(first, at)) + windows * this.#windowMs;
  }

  /** Reserves uses for others who used so many of a window: never more than half of them. */
  #keep(others: number, at: number): void {
    const isAgain = at <= this.#keptUntil + this.#windowMs * this.#keptWindows;
    if (!isAgain) this.#keptWindows = keptWindowsFirst;
    else if (this.#kept === 0) this.#keptWindows = Math.min(keptWindowsMost, this.#keptWindows * 2);
    const more = this.#kept === 0 ? 0 : this.#kept + 1;
    this.#kept = Math.min(Math.floor(this.#rate.count / 2), Math.max(more, others));
    this.#keptUntil = at + this.#windowMs * this.#keptWindows;
  }

  /** How many uses of a window are ours: all but those that are reserved for others beyond their known ones. */
  get #own(): number {
    return Math.max(1, this.#rate.count - Math.max(0, this.#kept - this.#leaves.length));
  }

  /** When the `nth` use from now may start, given what must leave the window first. */
  #freeAt(nth: number, at: number): number {
    const over = this.#ended.length + this.#leaves.length + nth - 1 - this.#own;
    if (over < 0) return at;
    const all = [...this.#ended.map((ended) => ended.at + this.#windowMs), ...this.#leaves];
    return all.sort((a, b) => a - b)[over] ?? Number.POSITIVE_INFINITY;
  }

  #forget(at: number): void {
    const kept = this.#ended.findIndex((ended) => ended.at + this.#windowMs > at);
    if (kept !== 0) this.#ended.splice(0, kept < 0 ? this.#ended.length : kept);
    this.#leaves = this.#leaves.filter((leavesAt) => leavesAt > at);
    if (at >= this.#keptUntil) this.#kept = 0;
  }
}
