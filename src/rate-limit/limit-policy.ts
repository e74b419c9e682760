import type { NarrationResult } from "./narration-reading.ts";

// Every parameter begins with its own semicolon, so there is one way to read a header, however long.
const paidStarts = /"paid-starts"((?:\s*;\s*[a-z*][a-z0-9_.*-]*(?:=[^;,\s]*)?)*)/;

/**
 * Whether the start of an audiobook is a paid start, as a service says that names its limits in a `RateLimit-Policy` header. "unknown" where it
 * says nothing of that, as the interface has it: then the rate limiter finds out by itself.
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
