import type { Rate } from "../shared/duration.ts";

/** Whether the service counts starting an audiobook as a paid start, which its interface leaves open. */
export type NarrationResult = "unknown" | "counts" | "free";

// Every parameter starts with its own semicolon, so a header matches in only one way: no backtracking, however long it is.
const paidStarts = /"paid-starts"((?:\s*;\s*[a-z*][a-z0-9_.*-]*(?:=[^;,\s]*)?)*)/;

/** What the service's `RateLimit-Policy` header says about starting an audiobook. "unknown" if it says nothing, which the interface allows. */
export function narrationInPolicy(header: string | null): NarrationResult {
  const [, given = ""] = paidStarts.exec(header ?? "") ?? [];
  const parameters = given.replaceAll(/\s/g, "").split(";");
  if (parameters.includes("audiobooks") || parameters.includes("audiobooks=?1")) return "counts";
  return parameters.includes("audiobooks=?0") ? "free" : "unknown";
}

/** An accepted call that may have been a paid start. Times are monotonic, in ms. */
export interface Span {
  readonly begunAt: number;
  readonly endedAt: number;
}

/** Whether more calls were accepted, counting back from the last one, than any kind of limit would have allowed if each had been a paid start. */
export function isBeyondEveryLimit(accepted: readonly Span[], { count, windowMs }: Rate): boolean {
  const endedAt = accepted.at(-1)?.endedAt ?? 0;
  // Fixed windows are the most lenient kind of limit: a period may overlap one more window than its length covers, plus another at its two ends.
  return accepted.some(({ begunAt }, index) => {
    const windows = Math.floor((endedAt - begunAt) / windowMs) + 2;
    return accepted.length - index > count * windows;
  });
}
