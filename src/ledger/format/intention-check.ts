import { Failure } from "../../shared/failure.ts";
import type { LedgerProblem } from "../problem.ts";
import type { EventOf, LedgerEvent } from "./event.ts";
import { jobKey } from "./fold.ts";
import type { Ceilings } from "./guard.ts";
import { isAbsent } from "./job-status.ts";
import type { Totals } from "./money-state.ts";
import { type Month, monthOf } from "./month.ts";
import type { LedgerState } from "./state.ts";
import { committedUnder, creditsIn, unitsOf } from "./totals.ts";

type Intended = Pick<
  EventOf<"creation.intended">,
  "edition" | "job" | "run" | "price" | "month" | "at" | "replaces"
>;

/** Why an intention may not be written: what a `LedgerProblem` says of it, without the ledger's place. */
export type IntentionRefusal = Unplaced<
  Extract<LedgerProblem, { code: "ledger_job_taken" | "ledger_over_budget" }>
>;

type Unplaced<Problem> = Problem extends unknown ? Omit<Problem, "path"> : never;

/**
 * Whether an intention may be written after everything that the ledger holds: its job has no other attempt that may have made a story, unless it
 * replaces one, and its price fits what is left under every ceiling and of the account's credits. What exists counts with what it was seen to
 * cost where that is more than its quote. Null: it may. Takes no longer in a long ledger than in a short one.
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

/** Throws a Failure with a LedgerProblem where an event is an intention that may not be written. For the stores, just before they write. */
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

/** Whether an error is about one intention alone: nothing was written, and the ledger is as good as it was. */
export function isIntentionRefusal(error: unknown): error is Failure<LedgerProblem> {
  return error instanceof Failure && refusals.has((error.problem as LedgerProblem).code);
}

type Ceiling = Extract<LedgerProblem, { code: "ledger_over_budget" }>["ceiling"];
type Sum = readonly [ceiling: Ceiling, limit: number | null, committed: number];

function hasLiveAttempt({ jobs }: LedgerState, { edition, job }: Intended): boolean {
  return jobs.get(jobKey(edition, job))?.attempts.some((attempt) => !isAbsent(attempt)) ?? false;
}

/** No purchase is made in an earlier month than one before it, whatever the clocks say by now. */
function laterOf(month: Month, newest: Totals["newestMonth"]): Month {
  return newest !== null && newest > month ? newest : month;
}

/**
 * The account's credits as the newest quote showed them, and what the ledger's stories have taken of them since, or may still take. Cautious as
 * `approve` is: what was promised before that quote counts in full, even if the service had taken it off the balance by then.
 */
function promisedOfBalance({ lastQuote, totals, witness }: LedgerState): [number | null, number] {
  const spentThen = witness.sinceQuote?.spentBefore ?? 0;
  return [lastQuote?.balance ?? null, creditsIn(totals.spent - spentThen + totals.held)];
}

function fits(committed: number, price: number, limit: number): boolean {
  // Written so that a sum that is no number doesn't fit.
  return unitsOf(committed) + unitsOf(price) <= unitsOf(limit);
}
