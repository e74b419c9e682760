import type { Rate } from "../../shared/duration.ts";

/**
 * The limits of a caller as the header `RateLimit-Policy` has them (the IETF's draft of rate limit fields): `q` uses in `w` seconds. Here the start of
 * an audiobook is a paid start, which the interface leaves open; a client that is told so need not find out by being refused.
 */
export function limitPolicy({ calls, paidStarts }: { calls: Rate; paidStarts: Rate }): string {
  return `"calls";${quotaOf(calls)}, "paid-starts";${quotaOf(paidStarts)};audiobooks`;
}

function quotaOf({ count, windowMs }: Rate): string {
  return `q=${count};w=${Math.ceil(windowMs / 1_000)}`;
}
