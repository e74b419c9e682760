import type { Rate } from "../shared/duration.ts";

/** Whether the service counts starting an audiobook as a paid start, which its interface leaves open. */
export type NarrationResult = "unknown" | "counts" | "free";

// Every parameter starts with its own semicolon, so a header matches in only one way: no backtracking, however long it is.
const paidStarts = /"paid-starts"((?:\s*;\s*[a-z*][a-z0-9_.*-]*(?:=[^;,\s]*)?)*)/;

/** What the service's `RateLimit-Policy` header says about it. "unknown" if it says nothing, which the interface allows. */
export function narrationInPolicy(header: string | null): NarrationResult {
  const [, given = ""] = paidStarts.exec(header ?? "") ?? [];
  const parameters = given.replaceAll(/\s/g, "").split(";");
  if (parameters.includes("audiobooks") || parameters.includes("audiobooks=?1")) return "counts";
  return parameters.includes("audiobooks=?0") ? "free" : "unknown";
}

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
  result: NarrationResult;
  readonly #starts: Rate;
  readonly #accepted: Span[] = [];

  constructor(starts: Rate, known: NarrationResult) {
    this.#starts = starts;
    this.result = known;
  }

  /** Records what the service itself states; evidence from a refusal takes precedence. */
  stated(result: NarrationResult): void {
    if (result !== "unknown" && this.result !== "counts") this.result = result;
  }

  refused(): void {
    this.result = "counts";
  }

  accepted(span: Span): void {
    if (this.result !== "unknown") return;
    this.#accepted.push(span);
    const { count, windowMs } = this.#starts;
    if (this.#accepted.length > count * keptWindows) this.#accepted.shift();
    // Fixed windows are the most lenient kind of limit: a period may overlap one more window than its length covers, plus another at its two
    // ends.
    const isBeyondEveryLimit = this.#accepted.some((first, index) => {
      const windows = Math.floor((span.endedAt - first.begunAt) / windowMs) + 2;
      return this.#accepted.length - index > count * windows;
    });
    if (isBeyondEveryLimit) this.result = "free";
  }
}
