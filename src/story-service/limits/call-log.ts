import type { Rate } from "../../shared/duration.ts";
import { waitOf } from "./window.ts";

/**
 * Counts what was admitted, for each name apart, in memory: a restart forgets it. That is meant. What it counts is a burst of a minute
 * up to an hour, of callers or of addresses; only who runs the service can restart it; and the addresses of strangers are not written
 * to a disk for it. Whatever concerns money (paid starts, caps, the free day) is counted in the database.
 */
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

  /** Drops what has left the window; the stamps rise, so that is a piece at the front. */
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
