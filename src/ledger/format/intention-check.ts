import { Failure } from "../../shared/failure.ts";
import type { LedgerProblem } from "../problem.ts";
import { committedUnder, creditsIn, unitsOf } from "./charges.ts";
import type { EventOf, LedgerEvent } from "./event.ts";
import { jobKey } from "./fold.ts";
import type { Ceilings } from "./guard.ts";
import { isAbsent } from "./job-status.ts";
import { type Month, monthOf } from "./month.ts";
import type { LedgerState, Totals } from "./state.ts";

type Intended = Pick<
  EventOf<"creation.intended">,
  "edition" | "job" | "run" | "price" | "month" | "at" | "replaces"
>;

/** Why an intention may not be written: a `LedgerProblem` without the ledger's location. */
export type IntentionRefusal = Unplaced<
  Extract<LedgerProblem, { code: "ledger_job_taken" | "ledger_over_budget" }>
>;

type Unplaced<Problem> = Problem extends unknown ? Omit<Problem, "path"> : never;

/**
 * Why an intention may not be written, given all events of the ledger; null if it may. Its job must have no other attempt that may have
 * made a story, unless this one replaces it, and its price must fit every ceiling and the account's remaining credits. An existing story
 * counts with its observed cost if that exceeds its quote. Runs in constant time, however long the ledger.
 */
function checkIntention(
  state: LedgerState,
  intended: Intended,
  ceilings: Ceilings | undefined,
): IntentionRefusal | null {
  const { edition, job, run, price } = intended;
  if (!intended.replaces && hasLiveAttempt(state, intended)) return { code: "ledger_job_taken", job };
  if (ceilings === undefined) return null;
  const { totals } = state;
  const month = laterOf(monthOf(intended), totals.newestMonth);
  const sums: readonly Sum[] = [
    ["edition", ceilings.edition, committedUnder(totals.editions, edition)],
    ["month", ceilings.month, committedUnder(totals.months, month)],
    ["max-credits", ceilings.run, committedUnder(totals.runs, run)],
    ["balance", ...promisedOfBalance(state)],
  ];
  for (const [ceiling, limit, committed] of sums) {
    if (limit === null || fits(committed, price.credits, limit)) continue;
    return { code: "ledger_over_budget", job, ceiling, limit, committed, price: price.credits };
  }
  return null;
}

/** Throws a Failure with a LedgerProblem if the event is an intention that may not be written. Stores call it just before they write. */
export function refuseIntention(
  event: LedgerEvent,
  { state, ceilings, path }: { state: LedgerState; ceilings: Ceilings | undefined; path: string },
): void {
  if (event.type !== "creation.intended") return;
  const refusal = checkIntention(state, event, ceilings);
  if (refusal !== null) throw new Failure<LedgerProblem>({ ...refusal, path });
}

const refusals: ReadonlySet<LedgerProblem["code"]> = new Set([
  "ledger_job_taken",
  "ledger_over_budget",
  "ledger_starts_spent",
]);

/** Whether an error concerns a single intention: nothing was written, and the ledger remains usable. */
export function isIntentionRefusal(error: unknown): error is Failure<LedgerProblem> {
  return error instanceof Failure && refusals.has((error.problem as LedgerProblem).code);
}

type Ceiling = Extract<LedgerProblem, { code: "ledger_over_budget" }>["ceiling"];
type Sum = readonly [ceiling: Ceiling, limit: number | null, committed: number];

function hasLiveAttempt({ jobs }: LedgerState, { edition, job }: Intended): boolean {
  return jobs.get(jobKey(edition, job))?.attempts.some((attempt) => !isAbsent(attempt)) ?? false;
}

/** Purchases never count in an earlier month than the ones before them, even if a clock is set back. */
function laterOf(month: Month, newest: Totals["newestMonth"]): Month {
  return newest !== null && newest > month ? newest : month;
}

/**
 * The account's credits at the newest quote, and what the ledger's stories have taken or may still take since. As cautious as `approve`:
 * amounts committed before that quote count in full, even if the service had already deducted them.
 */
function promisedOfBalance({ lastQuote, totals }: LedgerState): [number | null, number] {
  return [lastQuote?.balance ?? null, creditsIn(totals.spent - totals.spentAtQuote + totals.held)];
}

function fits(committed: number, price: number, limit: number): boolean {
  // Written so that NaN doesn't fit.
  return unitsOf(committed) + unitsOf(price) <= unitsOf(limit);
}
