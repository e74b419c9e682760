import type { Rate } from "../../shared/duration.ts";
import { waitOf } from "./window.ts";

/** Counts what was admitted, for each name apart, in memory: a restart forgets it. */
export interface CallLog {
  /** Milliseconds until one more is admitted; 0 when it is now. Counts nothing. */
  wait(name: string): number;
  /** Counts one. The function it returns takes it back, for a call that another limit refused. */
  count(name: string): () => void;
}

// Names that went quiet are forgotten once so many are known, so that a crowd of addresses can't fill the memory.
const namesMost = 10_000;

/** A sliding-window log on the monotonic clock. */
export function callLog(rate: Rate, monotonic: () => number): CallLog {
  const stampsOf = new Map<string, number[]>();
  const live = (name: string): number[] => {
    const from = monotonic() - rate.windowMs;
    const stamps = (stampsOf.get(name) ?? []).filter((stamp) => stamp > from);
    if (stamps.length === 0) stampsOf.delete(name);
    else stampsOf.set(name, stamps);
    return stamps;
  };
  return {
    wait: (name) => waitOf(live(name), rate, monotonic()),
    count(name) {
      if (stampsOf.size >= namesMost) for (const known of [...stampsOf.keys()]) live(known);
      const stamp = monotonic();
      stampsOf.set(name, [...live(name), stamp]);
      return () => {
        const stamps = stampsOf.get(name) ?? [];
        const at = stamps.lastIndexOf(stamp);
        if (at >= 0) stampsOf.set(name, stamps.toSpliced(at, 1));
      };
    },
  };
}
