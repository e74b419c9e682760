import type { Price, Setting } from "../../ledger/format/event.ts";
import { settingName } from "../../ledger/format/fold.ts";
import type { Month } from "../../ledger/format/month.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import { committedUnder, creditsIn } from "../../ledger/format/totals.ts";
import type { Job, Plan } from "../../plan/plan.ts";
import type { RunProblem } from "../problem.ts";
import type { Order } from "../work.ts";

/** The price of one setting, and the account's credits as its quote showed them (null: not limited). */
export interface QuotedSetting {
  readonly setting: Setting;
  readonly price: Price;
  readonly balance: number | null;
}

/** What the orders of one setting cost together, in credits. */
export interface BillLine extends QuotedSetting {
  readonly count: number;
  readonly total: number;
}

/** What the orders cost: one line a setting, dearest first. */
export interface Bill {
  readonly lines: readonly BillLine[];
  readonly total: number;
  /** The lowest balance that any of the quotes showed; null where the account is not limited or nothing was quoted. */
  readonly balance: number | null;
}

/** The distinct settings of the orders, in their order: each is quoted once. */
export function settingsOf(orders: readonly { readonly job: Job }[]): Setting[] {
  const settings = new Map<string, Setting>();
  for (const { job } of orders) {
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

/** Adds the orders up. Every order's setting must have been quoted. */
export function billFor(orders: readonly Order[], quoted: readonly QuotedSetting[]): Bill {
  const counts = new Map<string, number>();
  for (const { job } of orders) {
    const name = settingName(settingOf(job.request));
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

/** What may be spent, and what counts as spent already. All in credits. */
export interface Funds {
  readonly edition: { readonly limit: number; readonly committed: number };
  readonly month: { readonly name: Month; readonly limit: number | null; readonly committed: number };
  /** The most that this run may commit anew, where a person said so. */
  readonly maxCredits: number | null;
  /** Committed, but not yet visible in the account's balance: stories that are being written or read, and uncertain ones. */
  readonly held: number;
}

/** What the ledger says about a plan's money in a month. Whatever is not proven absent counts, across runs and editions. */
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

/** Whether the whole price is covered before the first creation: by the budget, the month, the run's own ceiling and the balance. */
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
  // Cautious where the interface is silent: credits that are promised to earlier stories are not counted on, even if the service already
  // took them off the balance it shows.
  if (bill.balance !== null && held + price > bill.balance) {
    problems.push({ code: "balance_short", balance: bill.balance, held, price });
  }
  return problems;
}
