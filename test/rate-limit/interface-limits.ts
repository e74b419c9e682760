import type { RateLimits } from "../../src/rate-limit/usage-log.ts";

/** The limits as the interface names them (8), and how long stories usually take. */
export const interfaceLimits: RateLimits = {
  calls: { count: 60, windowMs: 60_000 },
  starts: { count: 20, windowMs: 600_000 },
  pollMs: 20_000,
  order: "batch",
  usualMs: { writing: 120_000, narrating: 600_000 },
};
