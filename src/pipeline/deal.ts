import type { LedgerEvent, Price } from "../ledger/event.ts";
import { settingName } from "../ledger/fold.ts";
import { problemOfLeft } from "./account-for-left.ts";
import { type Approval, movedSince, type Reviewed } from "./approval.ts";
import { approve, type Bill, billFor, type Purse, purseFor, settingOf } from "./bill.ts";
import type { Purchase } from "./create.ts";
import type { MatchedPlan } from "./match-lessons.ts";
import { noticesOfMonth } from "./month-clock.ts";
import type { RunProblem } from "./problem.ts";
import { quoteAll } from "./quote.ts";
import type { Tools } from "./tools.ts";
import { recordQuotes } from "./watch-balance.ts";
import type { Work } from "./work.ts";

export interface DealTerms {
  readonly maxCredits: number | null;
  /** Shows the bill and asks; null where the plan's budget is the consent. */
  readonly confirm: ((bill: Bill, purse: Purse, stop: AbortSignal) => Promise<boolean>) | null;
  /** A reviewed bill: exactly that is bought, or nothing. It is the consent, so nobody is asked. */
  readonly approved: Approval | null;
  /** Buy nothing while the account's balance has fallen by more than the ledger explains. Left out: buy. */
  readonly holdUnexplained?: boolean;
}

export interface DealMeans {
  readonly terms: DealTerms;
  /** The ledger's last event of money before the run's own. */
  readonly last: LedgerEvent | null;
  /** The id of the run that buys. */
  readonly run: string;
  readonly tools: Tools;
}

/**
 * Quotes, checks the whole price before the first creation, and asks where somebody is there to be asked. Spends nothing. Gives what may be
 * bought: all of it, or nothing.
 */
export async function makeDeal(
  plan: MatchedPlan,
  work: Work,
  { terms, last, run, tools }: DealMeans,
): Promise<readonly Purchase[]> {
  const { journal, stops, world } = tools;
  const { orders } = work;
  if (orders.length === 0 || stops.creating.aborted) return [];
  const left = problemOfLeft(plan);
  if (left !== null) {
    stops.stopCreating(left);
    return [];
  }
  const quoting = await quoteAll(orders, tools);
  if (!quoting.ok) {
    if (quoting.problem !== null) stops.stopCreating(quoting.problem);
    return [];
  }
  if (!(await recordQuotes(quoting.quoted, { plan, run, terms }, tools))) return [];
  tools.tell({ kind: "quoted", settings: quoting.quoted.length });
  const bill = billFor(orders, quoting.quoted);
  const reading = tools.months.read(journal.state);
  for (const notice of noticesOfMonth(reading, plan, world.now())) tools.tell({ kind: "notice", notice });
  const { maxCredits } = terms;
  const purse = purseFor(plan, journal.state, { month: reading.month, maxCredits });
  const objections = [
    ...approve(bill, purse),
    ...approvalProblems(terms.approved, {
      plan,
      work,
      bill,
      last,
      service: tools.remote.service,
      at: world.now(),
    }),
  ];
  for (const objection of objections) stops.stopCreating(objection);
  if (objections.length > 0) return [];
  const { approved, confirm } = terms;
  if (approved === null && confirm !== null && !(await confirm(bill, purse, stops.everything))) {
    stops.stopEverything({ code: "declined" });
    return [];
  }
  return purchasesOf(orders, quoting.quoted, run);
}

function approvalProblems(approved: Approval | null, now: Reviewed): RunProblem[] {
  const moved = approved === null ? [] : movedSince(approved, now);
  return moved.length === 0 ? [] : [{ code: "approval_moved", moved }];
}

function purchasesOf(
  orders: Work["orders"],
  quoted: readonly { setting: Parameters<typeof settingName>[0]; price: Price; balance: number | null }[],
  run: string,
): Purchase[] {
  const quotes = new Map(quoted.map((quote) => [settingName(quote.setting), quote]));
  return orders.map((order) => {
    const quote = quotes.get(settingName(settingOf(order.job.request)));
    if (quote === undefined) throw new Error(`no quote for ${order.job.id}`);
    return { order, price: quote.price, balanceBefore: quote.balance, run };
  });
}
