import { Failure } from "../../shared/failure.ts";
import type { LedgerProblem, OverBudget } from "../problem.ts";
import { attemptsIn, creditsIn, spentSince, unitsOf } from "./charges.ts";
import type { EventOf, LedgerEvent } from "./event.ts";
import { jobKey } from "./fold.ts";
import { latestOf } from "./job-status.ts";
import { type Month, monthOf, newestMonthIn } from "./month.ts";
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

/** A limit and what already counts against it, in credits. Null: not limited. */
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

/** What a purchase counts against. */
export interface Purchasing {
  readonly edition: string;
  readonly month: Month;
  /** The run that buys; null if it has bought nothing yet. */
  readonly run: string | null;
  /** The account's credits in quotes that the ledger doesn't have yet; null if not limited. Default: those in the ledger's newest quote. */
  readonly quoted?: number | null;
}

/** The ceilings of a purchase, for its bill, its approval and each of its intentions. */
export function ceilingsOf(
  state: Pick<LedgerState, "jobs" | "lastQuote">,
  limits: CreditLimits,
  { edition, month: byClock, run, quoted }: Purchasing,
): Ceilings {
  const { jobs, lastQuote } = state;
  const newest = newestMonthIn(state);
  // Purchases never count in an earlier month than the ones before them, even if a clock is set back.
  const month = newest !== null && newest > byClock ? newest : byClock;
  const units = { edition: 0, month: 0, run: 0, balance: 0 };
  for (const made of attemptsIn(jobs.values())) {
    const { amounts } = made;
    const { intended } = made.attempt;
    const committed = unitsOf(amounts.committed);
    if (intended.edition === edition) units.edition += committed;
    if (monthOf(intended) === month) units.month += committed;
    if (intended.run === run) units.run += committed;
    units.balance += unitsOf(amounts.held);
    if (quoted === undefined && lastQuote !== null) units.balance += spentSince(lastQuote.seq, made);
  }
  return {
    edition: { limit: limits.edition, committed: creditsIn(units.edition) },
    month: { name: month, limit: limits.month, committed: creditsIn(units.month) },
    run: { limit: limits.run, committed: creditsIn(units.run) },
    balance: {
      limit: quoted === undefined ? (lastQuote?.balance ?? null) : quoted,
      committed: creditsIn(units.balance),
    },
  };
}

/** The ceilings that a price exceeds. */
export function exceededBy(
  price: number,
  ceilings: Ceilings,
  about: Pick<OverBudget, "job" | "first">,
): OverBudget[] {
  return (["edition", "month", "run", "balance"] as const).flatMap((ceiling) => {
    const { limit, committed } = ceilings[ceiling];
    // Written so that NaN doesn't fit.
    if (limit === null || unitsOf(committed) + unitsOf(price) <= unitsOf(limit)) return [];
    return [{ code: "over_budget", ceiling, limit, committed, price, ...about } as const];
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
  const [over] = exceededBy(price.credits, ceilings, { job });
  if (over !== undefined) throw new Failure<LedgerProblem>(over);
}

function newestAttemptOf(
  { jobs }: LedgerState,
  { edition, job }: EventOf<"creation.intended">,
): string | null {
  const record = jobs.get(jobKey(edition, job));
  return record === undefined ? null : (latestOf(record)?.attempt ?? null);
}
