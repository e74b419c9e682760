import type { Rate } from "../../shared/duration.ts";

/**
 * A caller's limits as the header `RateLimit-Policy` (the IETF's draft of rate limit fields): `q` uses in `w` seconds. Here the start of an audiobook
 * counts as a paid start, which the interface leaves open; the header tells clients so before they are refused.
 */
export function limitPolicy({ calls, paidStarts }: { calls: Rate; paidStarts: Rate }): string {
  return `"calls";${quotaOf(calls)}, "paid-starts";${quotaOf(paidStarts)};audiobooks`;
}

function quotaOf({ count, windowMs }: Rate): string {
  return `q=${count};w=${Math.ceil(windowMs / 1_000)}`;
}
