import type { Rate } from "../../../src/shared/duration.ts";

/** The ways in which a service may read "so many within so long". */
export const limiterKinds = ["sliding", "fixed", "bucket"] as const;

export type LimiterKind = (typeof limiterKinds)[number];

/** A service's own limiter, on its own clock. */
export interface Limiter {
  /** Ms until one more is admitted; 0 when it is now. Counts nothing. */
  wait(at: number): number;
  take(at: number): void;
}

/** `phaseMs`: where the fixed windows begin. */
export function limiterOf(kind: LimiterKind, rate: Rate, phaseMs = 0): Limiter {
  switch (kind) {
    case "sliding":
      return slidingLimiter(rate);
    case "fixed":
      return fixedLimiter(rate, phaseMs);
    case "bucket":
      return bucketLimiter(rate);
  }
}

function slidingLimiter({ count, windowMs }: Rate): Limiter {
  const stamps: number[] = [];
  return {
    wait(at) {
      const blocking = stamps[stamps.length - count];
      return blocking === undefined ? 0 : Math.max(0, blocking + windowMs - at);
    },
    take(at) {
      stamps.push(at);
      if (stamps.length > count) stamps.shift();
    },
  };
}

function fixedLimiter({ count, windowMs }: Rate, phaseMs: number): Limiter {
  let window = Number.NEGATIVE_INFINITY;
  let taken = 0;
  const indexOf = (at: number): number => Math.floor((at - phaseMs) / windowMs);
  return {
    wait(at) {
      if (indexOf(at) !== window || taken < count) return 0;
      return (window + 1) * windowMs + phaseMs - at;
    },
    take(at) {
      const index = indexOf(at);
      taken = index === window ? taken + 1 : 1;
      window = index;
    },
  };
}

function bucketLimiter({ count, windowMs }: Rate): Limiter {
  const perMs = count / windowMs;
  let tokens = count;
  let filledAt = 0;
  const fill = (at: number): void => {
    tokens = Math.min(count, tokens + Math.max(0, at - filledAt) * perMs);
    filledAt = Math.max(filledAt, at);
  };
  return {
    wait(at) {
      fill(at);
      return tokens >= 1 - 1e-9 ? 0 : (1 - tokens) / perMs;
    },
    take(at) {
      fill(at);
      tokens -= 1;
    },
  };
}
