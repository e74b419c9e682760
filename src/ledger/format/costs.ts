import { isAbsent, jobStatusOf, storyOf } from "./job-status.ts";
import type { Month } from "./month.ts";
import type { Attempt, JobRecord, LedgerState } from "./state.ts";
import { creditsIn, sharesOf, unitsOf } from "./totals.ts";

/** What creations come to, in credits. */
export interface CostFigures {
  /** Creations that are not proven absent. */
  readonly stories: number;
  /** Their quotes. */
  readonly quoted: number;
  /** The most that they may cost, as the budget counts them. */
  readonly committed: number;
  /** What the service's figures show. */
  readonly spent: number;
  /** Committed, and not yet taken off the account's balance. */
  readonly held: number;
  /** The part of `spent` for stories that no lesson has: they ended failed or canceled, are gone, or were replaced. */
  readonly wasted: number;
}

/** The same for one edition, language and month. */
export interface CostRow extends CostFigures {
  readonly edition: string;
  readonly lang: string;
  readonly month: Month;
}

/** A ledger's money by edition, language and month, sorted by them. Its sums are the ledger's totals. Pure. */
export function costsOf({ jobs }: Pick<LedgerState, "jobs">): CostRow[] {
  const rows = new Map<string, CostRow>();
  for (const record of jobs.values()) {
    for (const [index, share] of sharesOf(record).entries()) {
      const attempt = record.attempts[index];
      if (attempt === undefined || isAbsent(attempt)) continue;
      const { edition, month, committed, spent, held } = share;
      const { request, price } = attempt.intended;
      const key = JSON.stringify([edition, request.lang, month]);
      const row = rows.get(key) ?? { edition, lang: request.lang, month, ...nothing };
      const quoted = unitsOf(price.credits);
      const wasted = isWasted(record, attempt) ? spent : 0;
      rows.set(key, { ...row, ...plus(row, { stories: 1, quoted, committed, spent, held, wasted }) });
    }
  }
  return [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => ({ ...row, ...convert(row, creditsIn) }));
}

/** The sum of some rows: exact, as it is computed in whole millionths. */
export function sumOfCosts(rows: readonly CostFigures[]): CostFigures {
  return convert(
    rows.reduce<CostFigures>((sum, row) => plus(sum, convert(row, unitsOfSum)), nothing),
    creditsIn,
  );
}

const nothing: CostFigures = { stories: 0, quoted: 0, committed: 0, spent: 0, held: 0, wasted: 0 };

// Sums may be larger than the most that counts for one amount.
function unitsOfSum(credits: number): number {
  return Math.round(credits * 1_000_000);
}

function plus(a: CostFigures, b: CostFigures): CostFigures {
  return {
    stories: a.stories + b.stories,
    quoted: a.quoted + b.quoted,
    committed: a.committed + b.committed,
    spent: a.spent + b.spent,
    held: a.held + b.held,
    wasted: a.wasted + b.wasted,
  };
}

function convert(
  { stories, quoted, committed, spent, held, wasted }: CostFigures,
  change: (n: number) => number,
) {
  return {
    stories,
    quoted: change(quoted),
    committed: change(committed),
    spent: change(spent),
    held: change(held),
    wasted: change(wasted),
  };
}

/** Whether a story is no lesson's. One that is to be replaced is still the lesson's own until the other is done. */
function isWasted(record: JobRecord, attempt: Attempt): boolean {
  const story = storyOf(record, attempt);
  if (story === undefined) return false;
  const status = story.observed?.status;
  if (story.missing || status === "failed" || status === "canceled") return true;
  const current = jobStatusOf(record);
  return current.kind === "done" && current.attempt.attempt !== attempt.attempt;
}
