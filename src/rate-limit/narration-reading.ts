import type { Rate } from "../shared/duration.ts";

/** Whether the service counts the start of an audiobook as a paid start, which its interface leaves open. */
export type NarrationResult = "unknown" | "counts" | "free";

interface Span {
  readonly begunAt: number;
  readonly endedAt: number;
}

// Evidence for a full result takes three windows' worth of starts at the most; older ones only lengthen the sums.
const keptWindows = 4;

/**
 * Learns from what the service accepts and refuses whether a narration is a paid start. It counts once a read that would have begun one was
 * refused where the starts were spent. It is free once more was accepted than any kind of limit lets through, were it counted.
 */
export class NarrationEvidence {
  readonly #starts: Rate;
  #accepted: Span[] = [];
  #result: NarrationResult;

  constructor(starts: Rate, known: NarrationResult) {
    this.#starts = starts;
    this.#result = known;
  }

  get result(): NarrationResult {
    return this.#result;
  }

  /** The service itself has said it; what a refusal has shown holds all the same. Says whether that is news. */
  said(result: NarrationResult): boolean {
    if (result === "unknown" || this.#result === "counts" || result === this.#result) return false;
    this.#result = result;
    this.#accepted = [];
    return true;
  }

  refused(): void {
    this.#result = "counts";
    this.#accepted = [];
  }

  /** Takes in a start that the service accepted, and says whether that has just shown that narrations are free. */
  accepted(span: Span): boolean {
    if (this.#result !== "unknown") return false;
    this.#accepted.push(span);
    if (this.#accepted.length > this.#starts.count * keptWindows) this.#accepted.shift();
    if (!this.#isBeyondEveryLimit(span.endedAt)) return false;
    this.#result = "free";
    this.#accepted = [];
    return true;
  }

  // Fixed windows are the laxest kind: a span may touch one window more than it is long, and another by its two ends.
  #isBeyondEveryLimit(now: number): boolean {
    const { count, windowMs } = this.#starts;
    return this.#accepted.some((first, index) => {
      const within = this.#accepted.length - index;
      return within > count * (Math.floor((now - first.begunAt) / windowMs) + 2);
    });
  }
}
