import type { Rate } from "../../shared/duration.ts";
import type { World } from "../../shared/world.ts";
import { hashSecret, type Pepper } from "../accounts/pepper.ts";
import type { ServiceConfig } from "../config/config.ts";
import { type Sql, type Store, sql } from "../store/store.ts";
import { type CallLog, memoryLog } from "./call-log.ts";

/** Wrong sign-in secrets that an address may try for one account, and in total, before it must wait. */
const triesForOne = { count: 10, windowMs: 600_000 } as const;
const triesForAll = { count: 50, windowMs: 600_000 } as const;

/** The logs of everything that is counted besides money, each with its own window. */
export interface CallLogs {
  /** Calls per credential, REST and MCP together. */
  readonly calls: CallLog;
  /** MCP messages per credential, other than tool calls. */
  readonly mcpMessages: CallLog;
  /** Bad bearers per address. */
  readonly badBearers: CallLog;
  /** Registrations, and token endpoint calls, per address. */
  readonly oauthRegistrations: CallLog;
  readonly oauthTokens: CallLog;
  /** Wrong sign-in secrets per address and account, and per address. */
  readonly triesForOne: CallLog;
  readonly triesForAll: CallLog;
}

/** The logs of a service: in memory if only one process uses the database, otherwise in the database, so that all processes count together. */
export function callLogs(
  needs: SharedLogNeeds & { readonly world: Pick<World, "log" | "monotonic"> },
  { limits }: Pick<ServiceConfig, "limits">,
): CallLogs {
  const log = (kind: string, rate: Rate): CallLog =>
    needs.store.isShared ? sharedLog(needs, { kind, rate }) : memoryLog(rate, needs.world.monotonic);
  return {
    calls: log("calls", limits.calls),
    mcpMessages: log("mcp messages", messageRate(limits.calls)),
    badBearers: log("bad bearers", limits.badBearers),
    oauthRegistrations: log("oauth registrations", limits.oauthRegistrations),
    oauthTokens: log("oauth tokens", limits.oauthTokens),
    triesForOne: log("sign-in tries for one", triesForOne),
    triesForAll: log("sign-in tries for all", triesForAll),
  };
}

/** How many other messages are allowed per call: a client that reconnects for every tool call sends about five. */
const messagesForEachCall = 10;

/** The rate limit for MCP messages other than tool calls. The interface defines none; this one follows the limit of calls. */
function messageRate({ count, windowMs }: Rate): Rate {
  return { count: count * messagesForEachCall, windowMs };
}

/** Number of messages in a request that are not tool calls, counting each message of a batch. An unreadable message counts as one. */
export function messagesBesideCalls(body: Buffer): number {
  const message = parsed(body);
  if (!Array.isArray(message)) return isToolCall(message) ? 0 : 1;
  return message.length === 0 ? 1 : message.filter((one) => !isToolCall(one)).length;
}

function isToolCall(message: unknown): boolean {
  return (message as { method?: unknown } | null)?.method === "tools/call";
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}

interface SharedLogNeeds extends WindowClock {
  readonly pepper: Pepper;
  readonly world: Pick<World, "log">;
}

interface WindowClock {
  readonly store: Store;
  /** The time in ms, for tests whose time stands still. Absent: that of the database, which is the same for all processes. */
  readonly windowClock?: () => number;
}

function clockOf({ store, windowClock }: WindowClock): Sql {
  return windowClock === undefined ? store.clock : sql`${Math.round(windowClock())}::BIGINT`;
}

/**
 * A row's instants at the time `now`, without those in the future, after the database's clock was set back, and once for each window without those that
 * have left it.
 */
const known = ({ windowMs }: Rate): Sql =>
  sql`CASE WHEN w.instants[cardinality(w.instants)] <= now AND w.instants[1] > now - 2 * ${windowMs}::BIGINT THEN w.instants
  ELSE ARRAY(SELECT at FROM unnest(w.instants) AS at WHERE at <= now AND at > now - ${windowMs}::BIGINT) END`;

/** The rule of `waitOf`: of the instant that is the count-th latest. There may be fewer. */
const wait = ({ count, windowMs }: Rate): Sql =>
  sql`GREATEST(0, known[cardinality(known) - ${count}::INT + 1] + ${windowMs}::BIGINT - now)`;

/**
 * One statement admits or refuses: the lock of the name's row, which an update has until it ends, lets no other call of any process come between.
 * Instants that `wait` can't need any more are dropped. A refused call changes nothing but the row's `wait`, which carries the answer.
 */
const takeOf = (rate: Rate, { name, uses, clock }: { name: string; uses: number; clock: Sql }): Sql => sql`
  INSERT INTO call_windows AS w (name, instants, ends_at, wait)
  SELECT ${name}, array_fill(now, ARRAY[${uses}::INT]), now + ${rate.windowMs}::BIGINT, 0 FROM (SELECT ${clock} AS now OFFSET 0) AS moment
  ON CONFLICT (name) DO UPDATE SET (instants, ends_at, wait) = (
    SELECT
      CASE WHEN wait > 0 THEN known ELSE known[cardinality(known) - ${rate.count}::INT + 2:] || array_fill(now, ARRAY[${uses}::INT]) END,
      CASE WHEN wait > 0 THEN w.ends_at ELSE now + ${rate.windowMs}::BIGINT END,
      wait
    FROM (
      SELECT now, known, ${wait(rate)} AS wait
      FROM (SELECT now, ${known(rate)} AS known FROM (SELECT ${clock} AS now OFFSET 0) AS moment OFFSET 0) AS log OFFSET 0
    ) AS decision
  )
  RETURNING wait, instants[cardinality(instants)] AS at`;

const waitIn = (rate: Rate, name: string, clock: Sql): Sql => sql`COALESCE((
  SELECT ${wait(rate)} FROM (
    SELECT now, ${known(rate)} AS known FROM call_windows AS w, (SELECT ${clock} AS now OFFSET 0) AS moment WHERE name = ${name} OFFSET 0
  ) AS log), 0)`;

const undo = (name: string, at: number): Sql => sql`
  UPDATE call_windows
  SET instants = instants[:array_position(instants, ${at}::BIGINT) - 1] || instants[array_position(instants, ${at}::BIGINT) + 1:]
  WHERE name = ${name} AND array_position(instants, ${at}::BIGINT) IS NOT NULL`;

/**
 * A log for all processes of a service, by the clock of their database. The log stores names as keyed hashes: no name can be recognized without the pepper.
 * Fails with a `DatabaseError` while the database is unreachable; then nothing has been done, although the call may have been counted.
 */
export function sharedLog(needs: SharedLogNeeds, { kind, rate }: { kind: string; rate: Rate }): CallLog {
  const { store, pepper, world } = needs;
  const nameOf = (name: string): string => hashSecret(`${kind} ${name}`, pepper);
  const waitOf = (name: string): Sql => waitIn(rate, nameOf(name), clockOf(needs));
  return {
    async wait(name) {
      return (await store.repeated<{ wait: number }>(sql`SELECT ${waitOf(name)} AS wait`))?.wait ?? 0;
    },
    waitIn: waitOf,
    async take(name, uses = 1) {
      const hash = nameOf(name);
      const taking = takeOf(rate, { name: hash, uses, clock: clockOf(needs) });
      const row = await store.repeated<{ wait: number; at: number }>(taking);
      if (row === undefined) throw new Error("a call was neither admitted nor refused");
      return {
        waitMs: row.wait,
        async undo() {
          if (row.wait > 0) return;
          try {
            for (let use = 0; use < uses; use += 1) await store.run(undo(hash, row.at));
          } catch (error) {
            world.log.warn({ error: String(error) }, "the count of a refused call could not be reversed");
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
       (SELECT name FROM call_windows WHERE ends_at <= ${clockOf(needs)} FOR UPDATE SKIP LOCKED)`,
  );
}
