import type { LedgerState } from "./state.ts";

/** A UTC calendar month, such as `2026-11`. */
export type Month = string;

/** The current time by each clock, in ms since 1970. Null: the clock was not read, or gave no valid time. */
export interface ClockReadings {
  /** This machine's wall clock. */
  readonly own: number;
  /** From the `Date` header of the service's answers. */
  readonly service: number | null;
}

const dayMs = 86_400_000;
/** A remote clock that differs by more than this is as likely to be wrong as this machine's. */
const believedWithinMs = 366 * dayMs;

/**
 * The month whose budget a purchase counts against: by the service's clock, else this machine's. It is never earlier than the newest month with a
 * recorded purchase, so that a clock set back can't reopen a month's budget.
 *
 * The service's clock is trusted if it is within a year of this machine's. A purchase made while a clock was ahead ties the ledger to that month until the
 * month arrives: this delays purchases, but never lets them exceed a budget.
 */
export function readMonth({ own, service }: ClockReadings, newest: Month | null): Month {
  const isTrusted = service !== null && Math.abs(service - own) <= believedWithinMs;
  const byClocks = monthAt(isTrusted ? service : own);
  return newest === null || byClocks >= newest ? byClocks : newest;
}

/** The month of an instant, clamped to four-digit years so that months compare as strings. */
function monthAt(ms: number): Month {
  const within = Math.min(Math.max(ms, 0), Date.UTC(9999, 11, 31));
  return new Date(Number.isNaN(within) ? 0 : within).toISOString().slice(0, "2026-11".length);
}

/** The month that a purchase was recorded in. Older events don't name the month, so it is taken from their time. */
export function monthOf({ month, at }: { month?: Month | undefined; at: string }): Month {
  if (month !== undefined) return month;
  // The fast path: a long ledger calls this a hundred thousand times.
  return at.length === "2026-11-20T12:00:00.000Z".length
    ? at.slice(0, "2026-11".length)
    : monthAt(Date.parse(at));
}

/** The newest month in which an intention was recorded; null if none was. */
export function newestMonthIn({ jobs }: Pick<LedgerState, "jobs">): Month | null {
  let newest: Month | null = null;
  for (const { attempts } of jobs.values())
    for (const { intended } of attempts) {
      const month = monthOf(intended);
      if (newest === null || month > newest) newest = month;
    }
  return newest;
}
