import type { LedgerEvent, Price } from "../../ledger/format/event.ts";
import { settingName } from "../../ledger/format/fold.ts";
import type { Purchase } from "../create/create.ts";
import { problemOfLeft } from "../edits.ts";
import type { MatchedPlan } from "../match.ts";
import type { RunProblem } from "../problem.ts";
import type { RunContext } from "../run-context.ts";
import type { Work } from "../work.ts";
import { type Approval, movedSince, type Reviewed } from "./approval.ts";
import { approve, type Bill, billFor, type Funds, fundsFor, settingOf } from "./bill.ts";
import { differencesFrom } from "./differences-from.ts";
import { noticesOfMonth } from "./month-clock.ts";
import { quoteAll } from "./quote.ts";
import { recordQuotes } from "./watch-balance.ts";

export interface ApprovalTerms {
  readonly maxCredits: number | null;
  /** Shows the bill and asks; null if the plan's budget counts as consent. */
  readonly confirm: ((bill: Bill, funds: Funds, stop: AbortSignal) => Promise<boolean>) | null;
  /** A reviewed bill: exactly that is bought, or nothing. It counts as consent, so no question is asked. */
  readonly approved: Approval | null;
  /** Buy nothing if the account's balance has fallen by more than the ledger explains. Left out: buy. */
  readonly holdUnexplained?: boolean;
}

export interface ApprovalMeans {
  readonly terms: ApprovalTerms;
  /** The ledger's last event about money before this run. */
  readonly last: LedgerEvent | null;
  /** The id of the run that buys. */
  readonly run: string;
  readonly context: RunContext;
}

/**
 * Quotes, checks the whole price before the first creation, and asks the user if there is a terminal. Spends nothing. Returns what may be
 * bought: everything or nothing.
 */
export async function quoteAndApprove(
  plan: MatchedPlan,
  work: Work,
  { terms, last, run, context }: ApprovalMeans,
): Promise<readonly Purchase[]> {
  const { journal, stops, world } = context;
  const { orders } = work;
  if (orders.length === 0 || stops.creating.aborted) return [];
  const left = problemOfLeft(plan);
  if (left !== null) {
    stops.stopCreating(left);
    return [];
  }
  const lessons = orders.map(({ lesson }) => lesson);
  const quoting = await quoteAll(lessons, context);
  if (!quoting.ok) {
    if (quoting.problem !== null) stops.stopCreating(quoting.problem);
    return [];
  }
  if (!(await recordQuotes(quoting.quoted, { plan, run, terms }, context))) return [];
  context.tell({ kind: "quoted", settings: quoting.quoted.length });
  const bill = billFor(orders, quoting.quoted);
  const result = context.months.read(journal.state);
  for (const notice of noticesOfMonth(result, plan, world.now())) context.tell({ kind: "notice", notice });
  const { maxCredits } = terms;
  const funds = fundsFor(plan, journal.state, { month: result.month, maxCredits });
  const objections = [
    ...approve(bill, funds),
    ...approvalProblems(terms.approved, {
      plan,
      work,
      bill,
      last,
      state: journal.state,
      service: context.remote.service,
      at: world.now(),
    }),
  ];
  for (const objection of objections) stops.stopCreating(objection);
  if (objections.length > 0) return [];
  const { approved, confirm } = terms;
  if (approved === null && confirm !== null && !(await confirm(bill, funds, stops.everything))) {
    stops.stopEverything({ code: "declined" });
    return [];
  }
  return purchasesOf(orders, quoting.quoted, run);
}

function approvalProblems(approved: Approval | null, now: Reviewed): RunProblem[] {
  if (approved === null) return [];
  const moved = movedSince(approved, now);
  return moved.length === 0 ? [] : [{ code: "approval_moved", moved, jobs: differencesFrom(approved, now) }];
}

function purchasesOf(
  orders: Work["orders"],
  quoted: readonly { setting: Parameters<typeof settingName>[0]; price: Price; balance: number | null }[],
  run: string,
): Purchase[] {
  const quotes = new Map(quoted.map((quote) => [settingName(quote.setting), quote]));
  return orders.map((order) => {
    const quote = quotes.get(settingName(settingOf(order.lesson.job.request)));
    if (quote === undefined) throw new Error(`no quote for ${order.lesson.job.id}`);
    return { ...order, price: quote.price, balanceBefore: quote.balance, run };
  });
}
