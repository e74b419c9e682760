import { committedWith, heldWith, isEnd, isOpen, spentWith, storyOf } from "./job-status.ts";
import type { Totals } from "./money-state.ts";
import type { Month } from "./month.ts";
import type { JobRecord } from "./state.ts";

export interface MutableTotals extends Totals {
  editions: Map<string, number>;
  months: Map<Month, number>;
  runs: Map<string, number>;
  spent: number;
  held: number;
  uncertain: number;
  newestMonth: Month | null;
}

export function noTotals(): MutableTotals {
  return {
    editions: new Map(),
    months: new Map(),
    runs: new Map(),
    spent: 0,
    held: 0,
    uncertain: 0,
    newestMonth: null,
  };
}

/** One attempt's contribution to the totals. */
export interface Share {
  readonly attempt: string;
  readonly seq: number;
  readonly edition: string;
  readonly month: Month;
  readonly run: string;
  readonly committed: number;
  readonly spent: number;
  readonly held: number;
  readonly isOpen: boolean;
  /** Whether its story was seen to end. */
  readonly isOver: boolean;
}

const unitsInCredit = 1_000_000;
/** As high as any budget. Larger amounts, which only a faulty service could report, would make sums inexact. */
const creditsMost = 1_000_000_000;

export function unitsOf(credits: number): number {
  return Math.round(Math.min(credits, creditsMost) * unitsInCredit);
}

export function creditsIn(units: number): number {
  return units / unitsInCredit;
}

/** The amount committed under a name, in credits. */
export function committedUnder(sums: ReadonlyMap<string, number>, name: string): number {
  return creditsIn(sums.get(name) ?? 0);
}

/** The shares of a job's attempts, in order. */
export function sharesOf(record: JobRecord): Share[] {
  return record.attempts.map((attempt) => {
    const { seq, edition, month, run, request } = attempt.intended;
    const story = storyOf(record, attempt);
    // A single literal: a long ledger does this half a million times, and spreads are ten times slower.
    return {
      attempt: attempt.attempt,
      seq,
      edition,
      month,
      run,
      committed: unitsOf(committedWith(attempt, story)),
      spent: unitsOf(spentWith(attempt, story)),
      held: unitsOf(heldWith(attempt, story)),
      isOpen: isOpen(attempt),
      isOver: isEnd(story?.observed?.status, request.audiobook),
    };
  });
}

/** Replaces the shares `before` of one job's attempts by `after`. Attempts are never removed. */
export function recount(totals: MutableTotals, before: readonly Share[], after: readonly Share[]): void {
  for (const [index, share] of after.entries()) {
    const was = before[index];
    const committed = share.committed - (was?.committed ?? 0);
    if (committed !== 0 || was === undefined) {
      add(totals.editions, share.edition, committed);
      add(totals.months, share.month, committed);
      add(totals.runs, share.run, committed);
    }
    totals.spent += share.spent - (was?.spent ?? 0);
    totals.held += share.held - (was?.held ?? 0);
    totals.uncertain += openPart(share) - openPart(was);
    if (totals.newestMonth === null || share.month > totals.newestMonth) totals.newestMonth = share.month;
  }
}

function add(sums: Map<string, number>, name: string, units: number): void {
  sums.set(name, (sums.get(name) ?? 0) + units);
}

function openPart(share: Share | undefined): number {
  return share?.isOpen === true ? share.held : 0;
}
