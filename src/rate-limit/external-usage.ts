/** What a refusal shows about a limit, in ms of monotonic time. */
export interface Refused {
  readonly at: number;
  readonly forMs: number;
  readonly windowMs: number;
  /** How many uses within the window must be external. */
  readonly others: number;
  /** Whether the use that must leave the window first may be one of ours. */
  readonly isOursFirst: boolean;
  /** External usage is never assumed to need more uses per window than this for long. */
  readonly keptMost: number;
}

/** More than one window, so that the next window has passed before the share reserved for others is used again. */
const keptWindowsFirst = 1.5;
// Using that share causes a refusal if the others are still active, so it is tried less and less often.
const keptWindowsMost = 24;

/**
 * Estimates external usage of a limit by others on the same account, which shows only in refusals. When a wait given by the service is
 * over, one use is free, as it promised. The rest of the external uses then leave the window gradually. From then on as many uses are
 * reserved for the others: for a while, and for longer each time that proves too short.
 */
export class ExternalUsage {
  /** When each external use leaves the window, in order. */
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

  get leaves(): readonly number[] {
    return this.#leaves;
  }

  /** How many uses are reserved for others beyond their known ones. */
  get kept(): number {
    return Math.max(0, this.#kept - this.#leaves.length);
  }

  /** When the promised use becomes free; infinite if none is promised, or it was made. */
  get promisedAt(): number {
    return this.#promisedAt;
  }

  /** Records a use of our own. */
  use(at: number): void {
    if (this.#promisedAt <= at) this.#promisedAt = Number.POSITIVE_INFINITY;
  }

  forget(at: number): void {
    const gone = this.#leaves.findIndex((leavesAt) => leavesAt > at);
    this.#leaves.splice(0, gone < 0 ? this.#leaves.length : gone);
    if (at >= this.#keptUntil) this.#kept = 0;
  }
}
