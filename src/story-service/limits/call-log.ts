import { isIPv4, isIPv6 } from "node:net";
import type { Rate } from "../../shared/duration.ts";
import { type Sql, sql } from "../store/store.ts";

/** Whether a call was admitted. */
export interface Admission {
  /** Milliseconds until one more is admitted, without this one counted; 0 if it was admitted. */
  readonly waitMs: number;
  /** Takes the call out of the count, for one that another limit refused. Does nothing if it wasn't counted. */
  undo(): void | Promise<void>;
}

/**
 * Counts admitted calls per name in a sliding window: in the memory of a service's only process (`memoryLog`), or for several processes in their
 * database (`sharedLog`). An in-memory log answers immediately, so that waiting for it costs a request nothing.
 */
export interface CallLog {
  /** Milliseconds until one more call would be admitted; 0 if it would be now. Asking is not counted. */
  wait(name: string): number | Promise<number>;
  /** The same as a piece of SQL, so that a statement that looks something up answers it too, and a call waits for the database once less. */
  waitIn(name: string): Sql;
  /** Admits and counts one call, or as many as `uses` if there is room for one, in one step that no other call comes between. */
  take(name: string, uses?: number): Admission | Promise<Admission>;
}

/** A log that answers at once. */
export interface MemoryLog extends CallLog {
  wait(name: string): number;
  take(name: string, uses?: number): Admission;
}

// From this many names on, idle ones are dropped, so that many addresses can't fill the memory.
const namesMost = 10_000;

/**
 * A log in memory, on the monotonic clock. Losing the counts on restart is acceptable: the windows are a minute to an hour, only the operator can
 * restart, and strangers' addresses should not be written to disk. Everything that concerns money (paid starts, caps, the daily budget of free accounts) is
 * counted in the database.
 */
export function memoryLog(rate: Rate, monotonic: () => number): MemoryLog {
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
  const wait = (name: string): number => {
    const stamps = stampsOf.get(name) ?? [];
    return waitOf(stamps[stamps.length - rate.count], rate, monotonic());
  };

  return {
    wait,
    waitIn: (name) => sql`${wait(name)}`,
    take(name, uses = 1) {
      const waitMs = wait(name);
      if (waitMs > 0) return { waitMs, undo: () => undefined };
      if (stampsOf.size >= namesMost) forgetQuietNames();
      const known = stampsOf.get(name);
      if (known !== undefined) forget(name, known);
      const stamps = stampsOf.get(name) ?? [];
      const stamp = monotonic();
      stampsOf.set(name, stamps);
      for (let use = 0; use < uses; use += 1) stamps.push(stamp);
      const undo = (): void => {
        const at = stamps.lastIndexOf(stamp);
        if (at >= 0) stamps.splice(Math.max(0, at - uses + 1), uses);
      };
      return { waitMs, undo };
    },
  };
}

/** What a proxy reported instead of an address: all such clients count as one. */
const noAddress = "no address";

/** The rate-limit key of an address: an IPv4 address itself, or the /64 of an IPv6 address, the usual size of one assignment. */
export function addressName(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped?.[1] !== undefined) return mapped[1];
  const plain = ip.split("%")[0] ?? ip;
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : noAddress;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array.from({ length: missing }, () => "0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

/**
 * A caller's limits as the header `RateLimit-Policy` (the IETF's draft of rate limit fields): `q` uses in `w` seconds. This service counts the start of
 * an audiobook as a paid start, a point that the interface leaves open; the header tells clients so before they are refused.
 */
export function limitPolicy({ calls, paidStarts }: { calls: Rate; paidStarts: Rate }): string {
  return `"calls";${quotaOf(calls)}, "paid-starts";${quotaOf(paidStarts)};audiobooks`;
}

function quotaOf({ count, windowMs }: Rate): string {
  return `q=${count};w=${Math.ceil(windowMs / 1_000)}`;
}

/**
 * Milliseconds until a sliding window admits one more call; 0 if it admits one now. `blocking` is the time of the `count`-th latest admission,
 * `undefined` if there were fewer: while it is inside the window, the window is full. Exact: at any earlier moment the result is above 0, provided that
 * nothing else is admitted meanwhile.
 */
export function waitOf(blocking: number | undefined, { windowMs }: Rate, now: number): number {
  return blocking === undefined ? 0 : Math.max(0, blocking + windowMs - now);
}
