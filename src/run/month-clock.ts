import type { Remote } from "../client/port.ts";
import { type MonthResult, readMonth } from "../ledger/format/month.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { Plan } from "../plan/plan.ts";
import type { World } from "../shared/world.ts";
import type { RunNotice } from "./problem.ts";

/** The maximum age of an answer when its time is read. */
const heardWithinMs = 3_600_000;

interface Said {
  readonly at: number;
  readonly monotonic: number;
}

interface Clocks {
  readonly world: Pick<World, "now" | "monotonic">;
  readonly remote: Pick<Remote, "dateHeader">;
  /** The database's current time, in ms since 1970; null if the ledger has no clock of its own. */
  readonly databaseTime: number | null;
}

/**
 * The month in which purchases count, taken from the times in the service's answers. Those times are advanced by the monotonic clock, so changing the
 * machine's clock has no effect.
 */
export class MonthClock {
  readonly #clocks: Clocks;
  readonly #database: Said | null;
  #service: Said | null = null;
  #newestDate: string | null = null;

  constructor(clocks: Clocks) {
    const { databaseTime, world } = clocks;
    this.#clocks = clocks;
    this.#database = databaseTime === null ? null : { at: databaseTime, monotonic: world.monotonic() };
  }

  /** The current month, for a purchase after everything in the ledger. */
  read({ totals }: Pick<LedgerState, "totals">): MonthResult {
    this.#readServiceDate();
    const own = this.#clocks.world.now();
    const clocks = { own, service: this.#nowOf(this.#service), database: this.#nowOf(this.#database) };
    return readMonth(clocks, totals.newestMonth);
  }

  /** The newest answer may already be old when it is read, so if the time advanced from an earlier one is later, that one is kept. */
  #readServiceDate(): void {
    const date = this.#clocks.remote.dateHeader?.() ?? null;
    if (date === null || date === this.#newestDate) return;
    this.#newestDate = date;
    const at = Date.parse(date);
    if (Number.isNaN(at)) return;
    const known = this.#nowOf(this.#service);
    const isLate = known !== null && known > at && known - at <= heardWithinMs;
    this.#service = { at: isLate ? known : at, monotonic: this.#clocks.world.monotonic() };
  }

  #nowOf(said: Said | null): number | null {
    return said && said.at + this.#clocks.world.monotonic() - said.monotonic;
  }
}

/** What a user with a monthly budget should know about how the month was determined. `own`: this machine's clock, in ms since 1970. */
export function noticesOfMonth(
  { month, by, byClocks, disbelieved }: MonthResult,
  { budget }: Pick<Plan, "budget">,
  own: number,
): RunNotice[] {
  if (budget.month === null) return [];
  return [
    ...(disbelieved === null ? [] : [{ code: "clock_disbelieved" as const, ...disbelieved, own }]),
    ...(by === "ledger" ? [{ code: "month_kept" as const, month, byClocks }] : []),
  ];
}
