import type { Remote } from "../client/port.ts";
import { type MonthResult, readMonth } from "../ledger/format/month.ts";
import type { LedgerState } from "../ledger/format/state.ts";
import type { Plan } from "../plan/plan.ts";
import type { World } from "../shared/world.ts";
import type { RunNotice } from "./problem.ts";

/** How late an answer may be read. */
const lateMostMs = 3_600_000;

interface Clocks {
  readonly world: Pick<World, "now" | "monotonic">;
  readonly remote: Pick<Remote, "serviceTime">;
}

/**
 * The month in which purchases count, taken from the times in the service's answers. Those times are advanced by the monotonic clock, so changing the
 * machine's clock has no effect.
 */
export class MonthClock {
  readonly #clocks: Clocks;
  /** How far the service's clock is ahead of the monotonic one; null if no answer gave a time. */
  #service: number | null = null;

  constructor(clocks: Clocks) {
    this.#clocks = clocks;
  }

  /** The current month, for a purchase after everything in the ledger. */
  read({ totals }: Pick<LedgerState, "totals">): MonthResult {
    const { world, remote } = this.#clocks;
    const elapsed = world.monotonic();
    const said = remote.serviceTime?.() ?? null;
    const lateMs = said === null || this.#service === null ? 0 : this.#service + elapsed - said;
    // If an answer was delayed, the time advanced from an earlier one is later, and is kept: the month must not go back.
    const isLate = lateMs > 0 && lateMs <= lateMostMs;
    if (said !== null && !isLate) this.#service = said - elapsed;
    const service = this.#service === null ? null : this.#service + elapsed;
    return readMonth({ own: world.now(), service }, totals.newestMonth);
  }
}

/** What a user with a monthly budget should know about how the month was determined. `own`: this machine's clock, in ms since 1970. */
export function noticesOfMonth(
  { month, by, byClocks, disbelieved }: MonthResult,
  { budget }: Pick<Plan, "budget">,
  own: number,
): RunNotice[] {
  const notices: RunNotice[] = [];
  if (budget.month === null) return notices;
  if (disbelieved !== null)
    notices.push({ code: "clock_disbelieved", clock: "service", at: disbelieved, own });
  if (by === "ledger") notices.push({ code: "month_kept", month, byClocks });
  return notices;
}
