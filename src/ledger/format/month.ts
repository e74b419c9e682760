/** A UTC calendar month, such as `2026-11`. */
export type Month = string;

/** What the clocks say it is, each in ms since 1970. Null: nobody was asked, or no time could be read. */
export interface ClocksSaid {
  /** This machine's wall clock. */
  readonly own: number;
  /** By the `Date` header of the service's answers. */
  readonly service: number | null;
  /** By the clock of the database that keeps the ledger. */
  readonly database: number | null;
}

export interface MonthResult {
  readonly month: Month;
  /** Who says so. `ledger`: the clocks say an earlier month than purchases are recorded in already. */
  readonly by: "service" | "database" | "clock" | "ledger";
  /** The month by the clocks alone. */
  readonly byClocks: Month;
  /** A clock that was too far from this machine's to be believed, and its time. */
  readonly disbelieved: { readonly clock: "service" | "database"; readonly at: number } | null;
}

const dayMs = 86_400_000;
/** A clock of somebody else's that differs by more is as likely to be wrong as this machine's. */
const believedWithinMs = 366 * dayMs;
/** No purchase was made before this program existed: a clock that says so is wrong. */
const firstMonth: Month = "2025-01";
/** Where this machine's clock is proven wrong, another is believed for so long after what the ledger knows. */
const mostLaterMs = 10 * believedWithinMs;

/**
 * The month that a purchase counts in. The service's time decides, else the database's, else this machine's; and it is never earlier than the
 * newest month in which the ledger has recorded a purchase, so that no clock that is set back opens a month's budget twice.
 *
 * Another clock is believed within a year of this machine's. Beyond that it is believed only where this machine's own is proven wrong: it is
 * behind what the ledger knows. A clock that was ahead when something was bought binds the ledger to its month until that month has come: that
 * holds purchases back, and never lets one through.
 */
export function readMonth(clocks: ClocksSaid, newest: Month | null): MonthResult {
  let disbelieved: MonthResult["disbelieved"] = null;
  let by: MonthResult["by"] = "clock";
  let at = clocks.own;
  for (const clock of ["database", "service"] as const) {
    const said = clocks[clock];
    if (said === null) continue;
    if (isBelieved(said, clocks.own, newest ?? firstMonth)) [by, at] = [clock, said];
    else disbelieved = { clock, at: said };
  }
  const byClocks = monthAt(at);
  if (newest === null || byClocks >= newest) return { month: byClocks, by, byClocks, disbelieved };
  return { month: newest, by: "ledger", byClocks, disbelieved };
}

function isBelieved(said: number, own: number, known: Month): boolean {
  if (Math.abs(said - own) <= believedWithinMs) return true;
  const since = Date.parse(`${known}-01T00:00:00Z`);
  return own < since && said >= since && said <= since + mostLaterMs;
}

/** The month of an instant; of one beyond four-digit years the nearest month that has them, so that months compare as texts. */
function monthAt(ms: number): Month {
  const within = Math.min(Math.max(ms, 0), Date.UTC(9999, 11, 31));
  return new Date(Number.isNaN(within) ? 0 : within).toISOString().slice(0, "2026-11".length);
}

/** The month that a purchase was recorded in. Older events say it by their time alone. */
export function monthOf({ month, at }: { month?: Month | undefined; at: string }): Month {
  if (month !== undefined) return month;
  // Nearly always: a long ledger does it a hundred thousand times.
  return at.length === "2026-11-20T12:00:00.000Z".length
    ? at.slice(0, "2026-11".length)
    : monthAt(Date.parse(at));
}
