import { isIPv4, isIPv6 } from "node:net";
import type { Rate } from "../shared/duration.ts";
import type { World } from "../shared/world.ts";
import { hashSecret, type Pepper } from "./accounts/pepper.ts";
import type { ServiceConfig } from "./config/config.ts";
import { limited } from "./refusal.ts";
import { type Database, type Sql, type Store, sql, type Transaction } from "./store/store.ts";

/** Whether a call was admitted. */
export interface Admission {
  /** 0 if the call was admitted; otherwise the milliseconds until a call would be, without this one counted. */
  readonly waitMs: number;
  /** Takes the call out of the count, for one that another limit refused. Does nothing if it wasn't counted. */
  undo(): void | Promise<void>;
}

/**
 * Counts admitted calls per name in a sliding window: in the memory of a service's only process (`memoryLog`), or for several processes in their
 * database (`sharedLog`).
 */
export interface CallLog {
  /** Milliseconds until one more call would be admitted, as a value or an expression for a statement; 0 if it would be now. Asking is not counted. */
  wait(name: string): number | Sql;
  /** Admits and counts one call, in a single step that no other call can come between. */
  take(name: string): Admission | Promise<Admission>;
}

/** The rates of everything that is counted besides money. */
const rates = {
  /** Calls per credential, REST and MCP together. */
  calls: ({ calls }) => calls,
  /** MCP requests per credential: a client that reconnects for every tool call sends about five besides. */
  mcpMessages: ({ calls: { count, windowMs } }) => ({ count: count * 10, windowMs }),
  /** Bad bearers per address. */
  badBearers: ({ badBearers }) => badBearers,
  /** Registrations, and token endpoint calls, per address. */
  oauthRegistrations: ({ oauthRegistrations }) => oauthRegistrations,
  oauthTokens: ({ oauthTokens }) => oauthTokens,
  /** Wrong sign-in secrets per address and account, and per address. */
  triesForOne: () => ({ count: 10, windowMs: 600_000 }),
  triesForAll: () => ({ count: 50, windowMs: 600_000 }),
} satisfies Record<string, (limits: ServiceConfig["limits"]) => Rate>;

export type CallLogs = Readonly<Record<keyof typeof rates, CallLog>>;

/** The logs of a service: in memory if only one process uses the database, otherwise in the database, so that all processes count together. */
export function callLogs(
  needs: SharedLogNeeds & { readonly world: Pick<World, "log" | "monotonic"> },
  { limits }: Pick<ServiceConfig, "limits">,
): CallLogs {
  const logs = Object.entries(rates).map(([kind, rateOf]) => {
    const rate = rateOf(limits);
    return [
      kind,
      needs.store.isShared ? sharedLog(needs, { kind, rate }) : memoryLog(rate, needs.world.monotonic),
    ];
  });
  return Object.fromEntries(logs) as CallLogs;
}

// From this many names on, idle ones are dropped, so that many addresses can't fill the memory.
const namesMost = 10_000;

/**
 * A log in memory, on the monotonic clock, which answers at once. Losing the counts on restart is acceptable: the windows are a minute to an hour,
 * only the operator can restart, and strangers' addresses should not be written to disk. Everything that concerns money (paid starts, caps, the daily
 * budget of free accounts) is counted in the database.
 */
export function memoryLog(rate: Rate, monotonic: () => number) {
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
    take(name: string) {
      const waitMs = wait(name);
      if (waitMs > 0) return { waitMs, undo: () => undefined };
      if (stampsOf.size >= namesMost) forgetQuietNames();
      const known = stampsOf.get(name);
      if (known !== undefined) forget(name, known);
      const stamps = stampsOf.get(name) ?? [];
      const stamp = monotonic();
      stampsOf.set(name, stamps);
      stamps.push(stamp);
      const undo = (): void => {
        const at = stamps.lastIndexOf(stamp);
        if (at >= 0) stamps.splice(at, 1);
      };
      return { waitMs, undo };
    },
  };
}

export interface WindowClock {
  readonly store: Store;
  /** The time in ms, for tests whose time stands still. Absent: that of the database, which is the same for all processes. */
  readonly windowClock?: () => number;
}

interface SharedLogNeeds extends WindowClock {
  readonly pepper: Pepper;
  readonly world: Pick<World, "log">;
}

function fixedTime({ windowClock }: WindowClock): number | null {
  return windowClock === undefined ? null : Math.round(windowClock());
}

/**
 * A log for all processes of a service, by the clock of their database, whose functions are in `store/migrations/12.postgres.sql`. The log stores names
 * as keyed hashes: no name can be recognized without the pepper. Fails with a `DatabaseError` while the database is unreachable; then nothing has been
 * done, although the call may have been counted.
 */
export function sharedLog(needs: SharedLogNeeds, { kind, rate }: { kind: string; rate: Rate }): CallLog {
  const { store, pepper, world } = needs;
  const { count, windowMs } = rate;
  const nameOf = (name: string): string => hashSecret(`${kind} ${name}`, pepper);
  return {
    wait: (name) => sql`call_wait(${nameOf(name)}, ${count}, ${windowMs}, ${fixedTime(needs)})`,
    async take(name) {
      const hash = nameOf(name);
      const taken = sql`SELECT wait_ms, taken_at FROM take_call(${hash}, 1, ${count}, ${windowMs}, ${fixedTime(needs)})`;
      const row = await store.inTurn(hash, () => store.get<{ wait_ms: number; taken_at: number }>(taken));
      if (row === undefined) throw new Error("a call was neither admitted nor refused");
      const { wait_ms: waitMs, taken_at: at } = row;
      const undo = sql`UPDATE call_windows
        SET instants = instants[:array_position(instants, ${at}::BIGINT) - 1] || instants[array_position(instants, ${at}::BIGINT) + 1:]
        WHERE name = ${hash} AND array_position(instants, ${at}::BIGINT) IS NOT NULL`;
      return {
        waitMs,
        async undo() {
          if (waitMs > 0) return;
          try {
            await store.run(undo);
          } catch (error) {
            world.log.warn(
              { error: String(error) },
              "a call that does not count against a rate limit could not be taken out of its count",
            );
          }
        },
      };
    },
  };
}

/** Removes from a shared database the rows whose windows have passed. Skips rows that another process is removing. */
export async function forgetWindows(needs: WindowClock): Promise<void> {
  if (!needs.store.isShared) return;
  await needs.store.run(
    sql`DELETE FROM call_windows WHERE name IN
       (SELECT name FROM call_windows WHERE ends_at <= moment_of(${fixedTime(needs)}) FOR UPDATE SKIP LOCKED)`,
  );
}

/**
 * Milliseconds until an account may start another story or audiobook (interface part 8); 0 if now. Starts are stored in the database, so a restart
 * does not reset the window. Starts in the future, after the clock was set back, do not count.
 */
export async function paidStartWait(
  database: Database,
  accountId: string,
  parts: PaidStartParts,
): Promise<number> {
  const { paidStarts } = parts.config.limits;
  const now = parts.paidStartClock();
  // The start after which so many followed that no other is admitted until it has left the window.
  const blocking = await database.get<{ at: number; now: number }>(
    sql`SELECT at, ${now} AS now FROM paid_starts
      WHERE account_id = ${accountId} AND at <= ${now} ORDER BY at DESC LIMIT 1 OFFSET ${paidStarts.count - 1}`,
  );
  return blocking === undefined ? 0 : waitOf(blocking.at, paidStarts, blocking.now);
}

interface PaidStartParts {
  readonly config: Pick<ServiceConfig, "limits">;
  readonly paidStartClock: () => Sql;
}

/** Refuses a paid start that would be one too many, with the exact wait. */
export async function checkPaidStart(
  database: Database,
  accountId: string,
  parts: PaidStartParts,
): Promise<void> {
  const waitMs = await paidStartWait(database, accountId, parts);
  if (waitMs === 0) return;
  const sentence = "Too many stories and audiobooks were started. Please wait a little.";
  throw limited(waitMs, sentence, "paid_starts");
}

/** Counts a paid start, or refuses it. Call it inside the transaction that starts the paid work, which has the account's lock. */
export async function takePaidStart(
  transaction: Transaction,
  accountId: string,
  parts: PaidStartParts,
): Promise<void> {
  await checkPaidStart(transaction, accountId, parts);
  await transaction.run(sql`INSERT INTO paid_starts VALUES (${accountId}, ${parts.paidStartClock()})`);
}

/** What a proxy reported instead of an address, or a client that has just gone: all such clients count as one. */
const noAddress = "no address";

/** The rate-limit key of an address: an IPv4 address itself, or the /64 of an IPv6 address, the usual size of one assignment. */
export function addressName(ip: string | undefined): string {
  if (ip === undefined) return noAddress;
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
