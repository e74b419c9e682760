import { limits } from "../contract/limits.ts";
import type { Phase } from "../rate-limit/durations.ts";
import type { RunOrder } from "../rate-limit/usage-log.ts";
import type { Rate } from "../shared/duration.ts";

/** How to call the service. All times are in ms. */
export interface CallOptions {
  /** The time between two reads of a story. */
  readonly pollMs: number;
  /** The longest that one read may take. */
  readonly timeoutMs: number;
  /** The longest that one creation may take, from its first byte to the end of its answer. */
  readonly creationTimeoutMs: number;
  /** How long a story may stay active in one run. */
  readonly giveUpMs: number;
  /** The longest `Retry-After` to wait for. */
  readonly maxWaitMs: number;
  /** The rate of calls that the service allows (interface, part 8). */
  readonly calls: Rate;
  /** The rate of paid starts that the service allows. */
  readonly starts: Rate;
  /** `batch`: finish the whole course as soon as possible; `stream`: early lessons first. */
  readonly order: RunOrder;
  /** How long writing and narrating a story usually take at the service, for forecasts made before any story has been observed. */
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

/** The service of a rehearsal is sixty times faster than the real one: stories take seconds, and the windows of the limits are shorter to match. */
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
