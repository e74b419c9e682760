import type { Rate } from "../../shared/duration.ts";
import type { World } from "../../shared/world.ts";
import { hashName, type Peppers } from "../accounts/peppers.ts";
import type { Store, Value } from "../store/store.ts";
import type { CallLog, Piece } from "./call-log.ts";

export interface SharedLogNeeds {
  readonly store: Store;
  readonly pepper: Peppers;
  readonly world: Pick<World, "log">;
  /** The time in ms, for tests whose time stands still. Absent: that of the database, which is the same for all processes. */
  readonly windowClock?: () => number;
}

/** The time as a piece of SQL, with the values of its placeholders. */
function clockOf({ store, windowClock }: SharedLogNeeds): { sql: string; values: () => Value[] } {
  if (windowClock === undefined) return { sql: store.clock, values: () => [] };
  return { sql: "?::BIGINT", values: () => [Math.round(windowClock())] };
}

/**
 * A row's instants at the time `now`, without those in the future, after the database's clock was set back, and once for each window without those that
 * have left it.
 */
const known = `CASE WHEN w.instants[cardinality(w.instants)] <= now AND w.instants[1] > now - 2 * ?::BIGINT THEN w.instants
  ELSE ARRAY(SELECT at FROM unnest(w.instants) AS at WHERE at <= now AND at > now - ?::BIGINT) END`;

/** The rule of `waitOf`: of the instant that is the count-th latest. There may be fewer. */
const wait = "GREATEST(0, known[cardinality(known) - ?::INT + 1] + ?::BIGINT - now)";

/**
 * One statement admits or refuses: the lock of the name's row, which an update has until it ends, lets no other call of any process come between.
 * Instants that `wait` can't need any more are dropped. A refused call changes nothing but the row's `wait`, which carries the answer.
 */
const takeOf = (clock: string): string => `
  INSERT INTO call_windows AS w (name, instants, ends_at, wait)
  SELECT ?, array_fill(now, ARRAY[?::INT]), now + ?::BIGINT, 0 FROM (SELECT ${clock} AS now OFFSET 0) AS moment
  ON CONFLICT (name) DO UPDATE SET (instants, ends_at, wait) = (
    SELECT
      CASE WHEN wait > 0 THEN known ELSE known[cardinality(known) - ?::INT + 2:] || array_fill(now, ARRAY[?::INT]) END,
      CASE WHEN wait > 0 THEN w.ends_at ELSE now + ?::BIGINT END,
      wait
    FROM (
      SELECT now, known, ${wait} AS wait
      FROM (SELECT now, ${known} AS known FROM (SELECT ${clock} AS now OFFSET 0) AS moment OFFSET 0) AS log OFFSET 0
    ) AS decision
  )
  RETURNING wait, instants[cardinality(instants)] AS at`;

const waitIn = (clock: string): string => `COALESCE((
  SELECT ${wait} FROM (
    SELECT now, ${known} AS known FROM call_windows AS w, (SELECT ${clock} AS now OFFSET 0) AS moment WHERE name = ? OFFSET 0
  ) AS log), 0)`;

const undoSql = `
  UPDATE call_windows
  SET instants = instants[:array_position(instants, ?::BIGINT) - 1] || instants[array_position(instants, ?::BIGINT) + 1:]
  WHERE name = ? AND array_position(instants, ?::BIGINT) IS NOT NULL`;

/**
 * A log for all processes of a service, by the clock of their database. Its names are keyed hashes there: none can be recognized without the pepper.
 * Fails with a `DatabaseError` while the database is away; nothing has been done then, whether or not the call counts.
 */
export function sharedLog(needs: SharedLogNeeds, { kind, rate }: { kind: string; rate: Rate }): CallLog {
  const { store, pepper, world } = needs;
  const { count, windowMs } = rate;
  const clock = clockOf(needs);
  const take = takeOf(clock.sql);
  const look = waitIn(clock.sql);
  const nameOf = (name: string): string => hashName(`${kind} ${name}`, pepper);

  const waitOf = (name: string): Piece => ({
    sql: look,
    values: [count, windowMs, windowMs, windowMs, ...clock.values(), nameOf(name)],
  });

  return {
    async wait(name) {
      const { sql, values } = waitOf(name);
      const row = await store.repeated<{ wait: number }>(`SELECT ${sql} AS wait`, ...values);
      return row?.wait ?? 0;
    },
    waitIn: waitOf,
    async take(name, uses = 1) {
      const hash = nameOf(name);
      const now = clock.values();
      const row = await store.repeated<{ wait: number; at: number }>(
        take,
        hash,
        uses,
        windowMs,
        ...now,
        count,
        uses,
        windowMs,
        count,
        windowMs,
        windowMs,
        windowMs,
        ...now,
      );
      if (row === undefined) throw new Error("a call was neither admitted nor refused");
      const undo = async (): Promise<void> => {
        if (row.wait > 0) return;
        try {
          for (let use = 0; use < uses; use += 1) await store.run(undoSql, row.at, row.at, hash, row.at);
        } catch (error) {
          world.log.warn({ error: String(error) }, "a refused call stays counted");
        }
      };
      return { waitMs: row.wait, undo };
    },
  };
}

/** Removes the rows whose windows have passed. Leaves those that another process is removing. */
export async function forgetWindows(needs: SharedLogNeeds): Promise<void> {
  const clock = clockOf(needs);
  await needs.store.run(
    `DELETE FROM call_windows WHERE name IN
       (SELECT name FROM call_windows WHERE ends_at <= ${clock.sql} FOR UPDATE SKIP LOCKED)`,
    ...clock.values(),
  );
}
