import type { Remote } from "../../client/port.ts";
import { type MonthResult, readMonth } from "../../ledger/format/month.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { Plan } from "../../plan/plan.ts";
import type { World } from "../../shared/world.ts";
import type { RunNotice } from "../problem.ts";

/** So old an answer may be when it is heard. */
const heardWithinMs = 3_600_000;

interface Said {
  readonly at: number;
  readonly monotonic: number;
}

interface Clocks {
  readonly world: Pick<World, "now" | "monotonic">;
  readonly remote: Pick<Remote, "dateSaid">;
  /** What the ledger's database said just now, in ms since 1970; null where it has no clock of its own. */
  readonly databaseTime: number | null;
}

/** The month that purchases count in, by the clocks that answers show. What they said goes on by monotonic time: no clock that is set moves it. */
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

  /** The month now, for a purchase that comes after everything in the ledger. */
  read({ totals }: Pick<LedgerState, "totals">): MonthResult {
    this.#hear();
    const own = this.#clocks.world.now();
    const clocks = { own, service: this.#nowOf(this.#service), database: this.#nowOf(this.#database) };
    return readMonth(clocks, totals.newestMonth);
  }

  /** The newest answer may be a while old when it is heard, so that a time which has gone on since may be later, and then holds. */
  #hear(): void {
    const date = this.#clocks.remote.dateSaid?.() ?? null;
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

/** What a person whose plan has a month's budget should know of how the month was found. `own`: this machine's clock, in ms since 1970. */
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
