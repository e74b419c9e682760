import type { NarrationResult } from "./narration-evidence.ts";

// Every parameter starts with its own semicolon, so a header matches in only one way: no backtracking, however long it is.
const paidStarts = /"paid-starts"((?:\s*;\s*[a-z*][a-z0-9_.*-]*(?:=[^;,\s]*)?)*)/;

/**
 * Whether starting an audiobook is a paid start according to the service's `RateLimit-Policy` header. "unknown" if it doesn't say, which
 * the interface allows: then the rate limiter finds out by itself.
 */
export function narrationInPolicy(header: string | null): NarrationResult {
  const parameters =
    paidStarts
      .exec(header ?? "")?.[1]
      ?.replaceAll(/\s/g, "")
      .split(";") ?? [];
  if (parameters.includes("audiobooks") || parameters.includes("audiobooks=?1")) return "counts";
  return parameters.includes("audiobooks=?0") ? "free" : "unknown";
}
