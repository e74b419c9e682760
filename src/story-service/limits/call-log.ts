import type { Rate } from "../../shared/duration.ts";
import { waitOf } from "./window.ts";

/**
 * Counts admitted calls per name, in memory. Losing the counts on restart is acceptable: the windows are a minute to an hour, only the operator can
 * restart, and strangers' addresses should not be written to disk. Everything that concerns money (paid starts, caps, the free day) is counted in the
 * database.
 */
export interface CallLog {
  /** Milliseconds until one more is admitted; 0 if now. Counts nothing. */
  wait(name: string): number;
  /** Counts one. The returned function undoes it, for a call that another limit refused. */
  count(name: string): () => void;
}

// From this many names on, idle ones are dropped, so that many addresses can't fill the memory.
const namesMost = 10_000;

/** A sliding-window log on the monotonic clock. */
export function callLog(rate: Rate, monotonic: () => number): CallLog {
  const stampsOf = new Map<string, number[]>();

  /** Drops the timestamps that left the window; they are sorted. */
  const forget = (name: string, stamps: number[]): void => {
    const from = monotonic() - rate.windowMs;
    const firstLive = stamps.findIndex((stamp) => stamp > from);
    if (firstLive < 0) stampsOf.delete(name);
    else if (firstLive > 0) stamps.splice(0, firstLive);
  };
  const forgetQuietNames = (): void => {
    for (const [name, stamps] of [...stampsOf]) forget(name, stamps);
  };

  return {
    wait(name) {
      const stamps = stampsOf.get(name) ?? [];
      return waitOf(stamps[stamps.length - rate.count], rate, monotonic());
    },
    count(name) {
      if (stampsOf.size >= namesMost) forgetQuietNames();
      const known = stampsOf.get(name);
      if (known !== undefined) forget(name, known);
      const stamps = stampsOf.get(name) ?? [];
      const stamp = monotonic();
      stampsOf.set(name, stamps);
      stamps.push(stamp);
      return () => {
        const at = stamps.lastIndexOf(stamp);
        if (at >= 0) stamps.splice(at, 1);
      };
    },
  };
}
