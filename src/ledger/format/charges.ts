import { grouped } from "../../shared/grouped.ts";
import type { EventOf } from "./event.ts";
import { hasStartedAudiobook, isAbsent, isEnd, isOpen, jobStatusOf, storyOf } from "./job-status.ts";
import { type Month, monthOf } from "./month.ts";
import type { Attempt, Charge, JobRecord, LedgerState, StoryFacts } from "./state.ts";

type Observed = EventOf<"story.observed">;

/** What one attempt costs, in the service's credits. */
export interface Amounts {
  /** The most that it may cost, as far as known: its quote, or the service's figures where they show more or where the story ended otherwise. */
  readonly committed: number;
  /** What the service's figures show: the writing, and the quoted audiobook once it has started. They show no refund of an audiobook that failed. */
  readonly spent: number;
  /** What may still be taken off the account's balance. */
  readonly held: number;
}

const nothing: Amounts = { committed: 0, spent: 0, held: 0 };

/** What an attempt costs. An attempt that is proven absent costs nothing; one whose outcome is unknown counts in full. */
export function amountsOf(record: JobRecord, attempt: Attempt): Amounts {
  if (isAbsent(attempt)) return nothing;
  const { price, request } = attempt.intended;
  const observed = storyOf(record, attempt)?.observed ?? null;
  if (observed === null) return { committed: price.credits, spent: 0, held: price.credits };
  const spent = costIn(chargeIn(observed), attempt);
  const { status } = observed;
  const committed = status === "failed" || status === "canceled" ? spent : Math.max(spent, price.credits);
  return {
    committed,
    spent,
    held: isEnd(status, request.audiobook) ? 0 : Math.max(0, committed - spent),
  };
}

function costIn({ credits, isAudiobookStarted }: Charge, { intended }: Attempt): number {
  return credits + (isAudiobookStarted ? intended.price.audiobook : 0);
}

function chargeIn(observed: Observed): Charge {
  const { seq, credits, status } = observed;
  return { seq, credits, status, isAudiobookStarted: hasStartedAudiobook(observed) };
}

/** An attempt with its story and what it costs. */
interface MadeAttempt {
  readonly record: JobRecord;
  readonly attempt: Attempt;
  readonly story: StoryFacts | undefined;
  readonly amounts: Amounts;
}

/** Every attempt, with its story and what it costs. */
export function* attemptsIn(records: Iterable<JobRecord>): Generator<MadeAttempt> {
  for (const record of records)
    for (const attempt of record.attempts)
      yield { record, attempt, story: storyOf(record, attempt), amounts: amountsOf(record, attempt) };
}

/** How much more the service's figures show for an attempt than at event number `since`, in millionths of a credit; less than 0 after a refund. */
export function spentSince(since: number, { attempt, story, amounts }: MadeAttempt): number {
  const before = story?.charges.findLast(({ seq }) => seq < since);
  return unitsOf(amounts.spent) - (before === undefined ? 0 : unitsOf(costIn(before, attempt)));
}

/** The sums over the attempts that `selects` returns true for. */
export function sumOfAttempts(
  records: Iterable<JobRecord>,
  selects: (attempt: Attempt) => boolean = () => true,
): Amounts {
  const selected = [...attemptsIn(records)].filter(({ attempt }) => selects(attempt));
  return sumsOf(
    selected.map(({ amounts }) => amounts),
    nothing,
  );
}

/** The sum of each figure that `zero` has; exact because it is computed in whole units. */
function sumsOf<Figures extends object>(rows: readonly Figures[], zero: Figures): Figures {
  const sums = (Object.keys(zero) as (keyof Figures)[]).map((name) => {
    const units = rows.reduce((sum, row) => sum + unitsOf(Number(row[name])), 0);
    return [name, creditsIn(units)] as const;
  });
  return Object.fromEntries(sums) as Figures;
}

/** A story's charges with one more answer added, if that answer shows a different cost or the story's end. */
export function withCharge(charges: readonly Charge[], event: Observed): readonly Charge[] {
  const last = charges.at(-1);
  const charge = chargeIn(event);
  const isSame =
    charge.credits === (last?.credits ?? 0) &&
    charge.isAudiobookStarted === (last?.isAudiobookStarted ?? false) &&
    (charge.status === last?.status || !(isEnd(charge.status, false) || isEnd(last?.status, false)));
  // `concat` reserves no room for more.
  return isSame ? charges : charges.concat(charge);
}

const unitsInCredit = 1_000_000;

/** An amount in whole millionths of a credit, so that a sum doesn't depend on the order of its amounts. */
export function unitsOf(credits: number): number {
  return Math.round(credits * unitsInCredit);
}

export function creditsIn(units: number): number {
  return units / unitsInCredit;
}

/**
 * How far the account's balance can have fallen since event number `since` because of the ledger's own stories, in credits: at most, because a story may
 * have been charged before or after that event, or may not have been observed yet. Creations with an unknown outcome are left out.
 */
export function explainedSince(since: number, { jobs }: Pick<LedgerState, "jobs">): number {
  let most = 0;
  for (const made of attemptsIn(jobs.values())) {
    const { story, amounts } = made;
    if (story === undefined) continue;
    const { intended } = made.attempt;
    const before = story.charges.findLast(({ seq }) => seq < since);
    const moved = spentSince(since, made);
    // Until a story is known to have ended, it may have been charged without the ledger knowing.
    const isCertain = intended.seq > since || isEnd(before?.status, intended.request.audiobook);
    most += (isCertain ? moved : Math.max(0, moved)) + unitsOf(amounts.held);
  }
  return creditsIn(most);
}

/** How far the balance fell, and how much of that the ledger can't explain. In credits. */
export interface BalanceFall {
  /** When the earlier balance was observed, and its amount. */
  readonly since: string;
  readonly before: number;
  readonly now: number;
  /** A lower bound: more than all creations of the ledger can explain, even at their highest possible cost. */
  readonly unexplained: number;
}

/**
 * The part of the balance's fall since it was last accounted for (or else since the newest quote) that the ledger can't explain. Null if nothing is
 * missing or there aren't two balances to compare: the account is not limited by credits, or this is the first quote. Incoming credits (a purchase, a
 * refund) hide a fall of the same size.
 */
export function findBalanceFall(
  state: Pick<LedgerState, "jobs" | "accountedQuote" | "lastQuote">,
  now: number | null,
): BalanceFall | null {
  const quote = state.accountedQuote ?? state.lastQuote;
  if (quote === null || quote.balance === null || now === null) return null;
  const { at: since, balance: before, seq } = quote;
  const open = sumOfAttempts(state.jobs.values(), isOpen);
  const explained = unitsOf(explainedSince(seq, state)) + unitsOf(open.held);
  const unexplained = creditsIn(unitsOf(before) - unitsOf(now) - explained);
  return unexplained > 0 ? { since, before, now, unexplained } : null;
}

/**
 * The account's balance according to the newest quote, less the costs seen since then for this ledger's stories, in credits. Null if the account is not
 * limited, or was never quoted.
 */
export function balanceAfterCharges({
  lastQuote,
  jobs,
}: Pick<LedgerState, "lastQuote" | "jobs">): number | null {
  if (lastQuote === null || lastQuote.balance === null) return null;
  let units = 0;
  for (const made of attemptsIn(jobs.values())) units += spentSince(lastQuote.seq, made);
  return lastQuote.balance - creditsIn(units);
}

/** What creations cost in total, in credits. */
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

/** The cost of creations for one edition, language and month. */
export interface CostRow extends CostFigures {
  readonly edition: string;
  readonly lang: string;
  readonly month: Month;
}

/** A ledger's money by edition, language and month, sorted by these three. The rows add up to the ledger's totals. */
export function costsOf({ jobs }: Pick<LedgerState, "jobs">): CostRow[] {
  const rows = [...attemptsIn(jobs.values())].flatMap(({ record, attempt, amounts }) => {
    if (isAbsent(attempt)) return [];
    const { edition, price, request } = attempt.intended;
    const of = { edition, lang: request.lang, month: monthOf(attempt.intended) };
    const wasted = isWasted(record, attempt) ? amounts.spent : 0;
    return [{ of, ...amounts, stories: 1, quoted: price.credits, wasted }];
  });
  const sorted = [...grouped(rows, ({ of }) => JSON.stringify(Object.values(of)))].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return sorted.flatMap(([, same]) => same.slice(0, 1).map(({ of }) => ({ ...of, ...sumOfCosts(same) })));
}

/** The sum of some rows. */
export function sumOfCosts(rows: readonly CostFigures[]): CostFigures {
  return sumsOf(rows, { stories: 0, quoted: 0, committed: 0, spent: 0, held: 0, wasted: 0 });
}

/** Whether a story is no lesson's. One that is to be replaced is still the lesson's own until the other is done. */
function isWasted(record: JobRecord, attempt: Attempt): boolean {
  const story = storyOf(record, attempt);
  const status = story?.observed?.status;
  if (story?.missing || status === "failed" || status === "canceled") return true;
  const current = jobStatusOf(record);
  return current.kind === "done" && current.attempt.attempt !== attempt.attempt;
}
