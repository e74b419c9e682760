import type { Rate } from "../shared/duration.ts";

/** Whether the service counts starting an audiobook as a paid start, which its interface leaves open. */
export type NarrationResult = "unknown" | "counts" | "free";

interface Span {
  readonly begunAt: number;
  readonly endedAt: number;
}

// Evidence for a conclusion spans at most three windows of starts; older evidence only makes the sums longer.
const keptWindows = 4;

/**
 * Learns from accepted and refused calls whether a narration is a paid start. It counts once a read that would have started one was refused
 * while the starts were used up. It is free once more calls were accepted than any kind of limit would allow if it counted.
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

  /** Records what the service itself states; evidence from a refusal takes precedence. Returns whether that changed anything. */
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

  /** Records an accepted start. Returns whether it has just proved that narrations are free. */
  accepted(span: Span): boolean {
    if (this.#result !== "unknown") return false;
    this.#accepted.push(span);
    if (this.#accepted.length > this.#starts.count * keptWindows) this.#accepted.shift();
    if (!this.#isBeyondEveryLimit(span.endedAt)) return false;
    this.#result = "free";
    this.#accepted = [];
    return true;
  }

  // Fixed windows are the most lenient kind of limit: a period may overlap one more window than its length covers, plus another at its two
  // ends.
  #isBeyondEveryLimit(now: number): boolean {
    const { count, windowMs } = this.#starts;
    return this.#accepted.some((first, index) => {
      const within = this.#accepted.length - index;
      return within > count * (Math.floor((now - first.begunAt) / windowMs) + 2);
    });
  }
}
