import { limits } from "../contract/limits.ts";
import type { Phase } from "../rate-limit/durations.ts";
import type { RunOrder } from "../rate-limit/usage-log.ts";
import type { TimeLimits } from "../run/run-context.ts";
import type { Rate } from "../shared/duration.ts";

/** How to call the service. All times in ms. */
export interface CallOptions {
  /** Between two reads of a story. */
  readonly pollMs: number;
  /** For one read. */
  readonly timeoutMs: number;
  /** For one creation, from its first byte to the end of its answer. */
  readonly creationTimeoutMs: number;
  /** How long a story may stay active in one run. */
  readonly giveUpMs: number;
  /** The longest `Retry-After` to wait for. */
  readonly maxWaitMs: number;
  /** The calls that the service allows (interface, part 8). */
  readonly calls: Rate;
  /** The paid starts that it allows. */
  readonly starts: Rate;
  /** `batch`: finish the whole course as soon as possible; `stream`: early lessons first. */
  readonly order: RunOrder;
  /** How long a story is usually written and narrated there, for forecasts before any was observed. */
  readonly usualMs: Readonly<Record<Phase, number>>;
}

const minuteMs = 60_000;

/** The defaults for a service. */
export const standardCalls: CallOptions = {
  pollMs: limits.pollEveryMs,
  timeoutMs: 30_000,
  creationTimeoutMs: 2 * minuteMs,
  giveUpMs: 120 * minuteMs,
  maxWaitMs: 15 * minuteMs,
  calls: limits.calls,
  starts: limits.paidStarts,
  order: "batch",
  usualMs: { writing: 2 * minuteMs, narrating: 10 * minuteMs },
};

/**
 * The defaults for a rehearsal inside the process, which is sixty times faster than the real service: stories take seconds instead of
 * minutes, and its limits' windows are shorter to match.
 */
export const rehearsalCalls: CallOptions = {
  ...standardCalls,
  pollMs: 1_000,
  calls: rehearsed(limits.calls),
  starts: rehearsed(limits.paidStarts),
  usualMs: { writing: 2_000, narrating: 10_000 },
};

function rehearsed({ count, windowMs }: Rate): Rate {
  return { count, windowMs: windowMs / 60 };
}

export function timeLimitsOf({ creationTimeoutMs, maxWaitMs, giveUpMs }: CallOptions): TimeLimits {
  return { creationTimeoutMs, maxWaitMs, giveUpMs };
}
