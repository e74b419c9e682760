import { committedUnder, creditsIn } from "../../ledger/format/charges.ts";
import type { Price, Setting } from "../../ledger/format/event.ts";
import { settingName } from "../../ledger/format/fold.ts";
import type { Month } from "../../ledger/format/month.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { Job, Plan } from "../../plan/plan.ts";
import type { Order } from "../order.ts";
import type { RunProblem } from "../problem.ts";

/** The price of one story with a setting, and the account's credits at its quote (null: not limited). */
export interface QuotedSetting {
  readonly setting: Setting;
  readonly price: Price;
  readonly balance: number | null;
}

/** The total price of all orders with one setting, in credits. */
export interface BillLine extends QuotedSetting {
  /** How many stories. */
  readonly count: number;
  /** Their price together. */
  readonly total: number;
}

/** The price of the stories to create, in credits. */
export interface Bill {
  /** One for each setting, dearest first. */
  readonly lines: readonly BillLine[];
  readonly total: number;
  /** The lowest balance in any of the quotes; null if the account is not limited or nothing was quoted. */
  readonly balance: number | null;
}

/** The distinct settings of lessons, in order; each is quoted once. */
export function settingsOf(lessons: readonly { readonly job: Job }[]): Setting[] {
  const settings = new Map<string, Setting>();
  for (const { job } of lessons) {
    const setting = settingOf(job.request);
    settings.set(settingName(setting), setting);
  }
  return [...settings.values()];
}

/** The part of a request that its price depends on. */
export function settingOf(request: Setting): Setting {
  const { lang, difficulty, length, audiobook } = request;
  return { lang, difficulty, length, audiobook };
}

/** Totals the orders. Every order's setting must have been quoted. */
export function billFor(orders: readonly Order[], quoted: readonly QuotedSetting[]): Bill {
  const counts = new Map<string, number>();
  for (const { lesson } of orders) {
    const name = settingName(settingOf(lesson.job.request));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const lines = quoted
    .map((quote) => ({ ...quote, count: counts.get(settingName(quote.setting)) ?? 0 }))
    .filter(({ count }) => count > 0)
    .map((line) => ({ ...line, total: line.count * line.price.credits }))
    .sort((a, b) => b.total - a.total);
  const balances = quoted.map(({ balance }) => balance).filter((balance) => balance !== null);
  return {
    lines,
    total: lines.reduce((sum, { total }) => sum + total, 0),
    balance: balances.length === 0 ? null : Math.min(...balances),
  };
}

/** What may be spent, and what already counts as spent. All in credits. */
export interface Funds {
  readonly edition: { readonly limit: number; readonly committed: number };
  readonly month: { readonly name: Month; readonly limit: number | null; readonly committed: number };
  /** The user's limit for this run's new commitments, if any. */
  readonly maxCredits: number | null;
  /** Committed but not yet deducted from the account's balance: stories in progress, and uncertain ones. */
  readonly held: number;
}

/** The ledger's figures for a plan's money in a month. Everything not proven absent counts, across runs and editions. */
export function fundsFor(
  plan: Plan,
  { totals }: Pick<LedgerState, "totals">,
  { month, maxCredits }: { month: Month; maxCredits: number | null },
): Funds {
  return {
    edition: { limit: plan.budget.credits, committed: committedUnder(totals.editions, plan.edition) },
    month: { name: month, limit: plan.budget.month, committed: committedUnder(totals.months, month) },
    maxCredits,
    held: creditsIn(totals.held),
  };
}

/** Checks, before the first creation, that the whole price is covered by the budget, the month, the run's own ceiling and the balance. */
export function approve(bill: Bill, funds: Funds): RunProblem[] {
  const problems: RunProblem[] = [];
  const { edition, month, maxCredits, held } = funds;
  const price = bill.total;
  if (price === 0) return problems;
  if (edition.committed + price > edition.limit) {
    problems.push({ code: "over_budget", ceiling: "edition", ...edition, price });
  }
  if (month.limit !== null && month.committed + price > month.limit) {
    problems.push({
      code: "over_budget",
      ceiling: "month",
      limit: month.limit,
      committed: month.committed,
      price,
    });
  }
  if (maxCredits !== null && price > maxCredits) {
    problems.push({ code: "over_budget", ceiling: "max-credits", limit: maxCredits, committed: 0, price });
  }
  // Cautious because the interface doesn't say: credits committed to earlier stories count as unavailable, even if the service has already
  // deducted them from the balance.
  if (bill.balance !== null && held + price > bill.balance) {
    problems.push({ code: "balance_short", balance: bill.balance, held, price });
  }
  return problems;
}
