/** What a refusal shows of a limit, in ms of monotonic time. */
export interface Refused {
  readonly at: number;
  readonly forMs: number;
  readonly windowMs: number;
  /** How many uses somebody else must have had within the window. */
  readonly others: number;
  /** Whether the use that has to leave the window first may be one of our own. */
  readonly isOursFirst: boolean;
  /** Others are never taken to need more than so many uses in a window for long. */
  readonly keptMost: number;
}

/** Longer than one window, so that the next one is over before what is left to others is taken again. */
const keptWindowsFirst = 1.5;
// To take it costs a refusal if the others are still there: that is tried ever more rarely.
const keptWindowsMost = 24;

/**
 * The uses of a limit by somebody else on the same account, who is seen in nothing but refusals. When a wait that the service named is over, one use
 * is free: that is its promise. The rest of what others have used then leaves the window bit by bit. As many uses as they took are left to them
 * from then on: for a while, and for longer whenever that turns out to have been too short.
 */
export class OthersUse {
  /** When each of their uses leaves the window, in order. */
  #leaves: number[] = [];
  #promisedAt = Number.POSITIVE_INFINITY;
  #kept = 0;
  #keptUntil = Number.NEGATIVE_INFINITY;
  #keptWindows = 0;

  refused({ at, forMs, windowMs, others, isOursFirst, keptMost }: Refused): void {
    this.forget(at);
    const isAgain = at <= this.#keptUntil + windowMs * this.#keptWindows;
    if (!isAgain) this.#keptWindows = keptWindowsFirst;
    else if (this.#kept === 0) this.#keptWindows = Math.min(keptWindowsMost, this.#keptWindows * 2);
    const more = this.#kept === 0 ? 0 : this.#kept + 1;
    this.#kept = Math.min(keptMost, Math.max(more, others));
    this.#keptUntil = at + windowMs * this.#keptWindows;
    this.#promisedAt = at + forMs;
    const left = isOursFirst ? others : others - 1;
    const stepMs = Math.max(0, windowMs - forMs) / Math.max(1, left);
    this.#leaves = Array.from({ length: Math.max(0, left) }, (_, index) => at + forMs + stepMs * (index + 1));
  }

  /** When their uses leave the window. */
  get leaves(): readonly number[] {
    return this.#leaves;
  }

  /** How many uses are left to them beside those that they are known to have had. */
  get kept(): number {
    return Math.max(0, this.#kept - this.#leaves.length);
  }

  /** From when on the use is free that was promised; infinite where none is, or it was made. */
  get promisedAt(): number {
    return this.#promisedAt;
  }

  /** Somebody here uses the limit. */
  use(at: number): void {
    if (this.#promisedAt <= at) this.#promisedAt = Number.POSITIVE_INFINITY;
  }

  forget(at: number): void {
    const gone = this.#leaves.findIndex((leavesAt) => leavesAt > at);
    this.#leaves.splice(0, gone < 0 ? this.#leaves.length : gone);
    if (at >= this.#keptUntil) this.#kept = 0;
  }
}
