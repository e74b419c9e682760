import { Failure } from "../../shared/failure.ts";
import type { LedgerProblem, OverBudget } from "../problem.ts";
import { creditsIn, unitsOf } from "./charges.ts";
import type { EventOf, LedgerEvent } from "./event.ts";
import { jobKey } from "./fold.ts";
import { latestOf } from "./job-status.ts";
import { type Month, monthOf } from "./month.ts";
import type { LedgerState } from "./state.ts";

/** The most that may be committed, in credits, when an intention is written. Null: no such limit. */
export interface CreditLimits {
  /** For an edition. */
  readonly edition: number;
  /** For a UTC month, across editions. */
  readonly month: number | null;
  /** For one run: `--max-credits`. */
  readonly run: number | null;
}

/** A limit and what counts against it already, in credits. Null: not limited. */
export interface Ceiling {
  readonly limit: number | null;
  readonly committed: number;
}

/** Everything that limits a purchase. Every attempt that is not proven absent counts, across runs and editions. */
export interface Ceilings {
  readonly edition: Ceiling & { readonly limit: number };
  readonly month: Ceiling & { readonly name: Month };
  readonly run: Ceiling;
  /**
   * The account's balance at the newest quote, and what this ledger's stories have taken of it since or may still take. As the interface doesn't say when
   * a story is charged, amounts committed before that quote count in full.
   */
  readonly balance: Ceiling;
}

/** What a purchase counts in. */
export interface Purchasing {
  readonly edition: string;
  readonly month: Month;
  /** The run that buys; null if it has bought nothing yet. */
  readonly run: string | null;
  /** The account's credits in quotes that the ledger doesn't have yet; null if not limited. Left out: those of the newest quote that it has. */
  readonly quoted?: number | null;
}

/** The ceilings of a purchase, for its bill, its approval and each of its intentions. Takes constant time, however long the ledger is. */
export function ceilingsOf(
  { totals, lastQuote }: Pick<LedgerState, "totals" | "lastQuote">,
  limits: CreditLimits,
  { edition, month: byClock, run, quoted }: Purchasing,
): Ceilings {
  const { editions, months, runs, spent, spentAtQuote, held, newestMonth } = totals;
  // Purchases never count in an earlier month than the ones before them, even if a clock is set back.
  const month = newestMonth !== null && newestMonth > byClock ? newestMonth : byClock;
  const under = (sums: ReadonlyMap<string, number>, name: string): number => creditsIn(sums.get(name) ?? 0);
  return {
    edition: { limit: limits.edition, committed: under(editions, edition) },
    month: { name: month, limit: limits.month, committed: under(months, month) },
    run: { limit: limits.run, committed: run === null ? 0 : under(runs, run) },
    balance:
      quoted === undefined
        ? { limit: lastQuote?.balance ?? null, committed: creditsIn(spent - spentAtQuote + held) }
        : { limit: quoted, committed: creditsIn(held) },
  };
}

/** The ceilings that a price exceeds. `job`: the lesson that the price is for; null if the price is for a whole bill. */
export function exceededBy(price: number, ceilings: Ceilings, job: string | null): OverBudget[] {
  return (["edition", "month", "run", "balance"] as const).flatMap((ceiling) => {
    const { limit, committed } = ceilings[ceiling];
    // Written so that NaN doesn't fit.
    if (limit === null || unitsOf(committed) + unitsOf(price) <= unitsOf(limit)) return [];
    return [{ code: "over_budget", ceiling, limit, committed, price, job } as const];
  });
}

/**
 * Throws a Failure with a LedgerProblem if the event is an intention that may not be written, given all earlier events. Works as a compare-and-set: the
 * intention must replace exactly the job's newest attempt that may have made a story, or none if there is none; and its price must fit every ceiling.
 * Stores call it just before they write, at a point where no concurrent append is possible. A restored intention buys nothing and is not checked.
 */
export function refuseIntention(
  event: LedgerEvent,
  { state, limits, path }: { state: LedgerState; limits: CreditLimits | undefined; path: string },
): void {
  if (event.type !== "creation.intended" || event.rebuilt === true) return;
  const { edition, job, run, price } = event;
  if (newestAttemptOf(state, event) !== (event.replacesAttempt ?? null))
    throw new Failure<LedgerProblem>({ code: "ledger_job_taken", path, job });
  if (state.unpriced.size > 0)
    throw new Failure<LedgerProblem>({ code: "ledger_unpriced", path, job, unpriced: state.unpriced.size });
  if (limits === undefined) return;
  const ceilings = ceilingsOf(state, limits, { edition, month: monthOf(event), run });
  const [over] = exceededBy(price.credits, ceilings, job);
  if (over !== undefined) throw new Failure<LedgerProblem>(over);
}

function newestAttemptOf(
  { jobs }: LedgerState,
  { edition, job }: EventOf<"creation.intended">,
): string | null {
  const record = jobs.get(jobKey(edition, job));
  return record === undefined ? null : (latestOf(record)?.attempt ?? null);
}

const refusals: ReadonlySet<LedgerProblem["code"]> = new Set([
  "ledger_job_taken",
  "ledger_unpriced",
  "over_budget",
]);

/** Whether an error concerns only a single intention: if so, nothing was written, and the ledger remains usable. */
export function isIntentionRefusal(error: unknown): error is Failure<LedgerProblem> {
  return error instanceof Failure && refusals.has((error.problem as LedgerProblem).code);
}
