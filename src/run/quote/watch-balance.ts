import { type BalanceFall, creditsIn, findBalanceFall, unitsOf } from "../../ledger/format/charges.ts";
import type { LedgerState } from "../../ledger/format/state.ts";
import type { Plan } from "../../plan/plan.ts";
import type { PurchaseWatch } from "../memory/purchase-watch.ts";
import type { RunNotice } from "../notice.ts";
import type { ExplainedFall } from "../problem.ts";
import type { RunContext } from "../run-context.ts";
import type { QuotedSetting } from "./bill.ts";
import type { OthersSpending } from "./others-spending.ts";

interface Watching {
  readonly plan: Pick<Plan, "edition">;
  readonly run: string;
  readonly terms: { readonly holdUnexplained?: boolean };
}

/**
 * Records the quotes and reports the part of the balance's fall that the ledger can't explain. False if that stops the run: nothing may be
 * bought then.
 *
 * The balance to compare with advances only if the fall was reported and the run continues: a stopped run finds the same fall again,
 * whatever newer quotes the ledger has by then.
 */
export async function recordQuotes(
  quoted: readonly QuotedSetting[],
  { plan, run, terms }: Watching,
  { journal, purchases, stops, tell }: RunContext,
): Promise<boolean> {
  const { edition } = plan;
  const fall = await fallIn(quoted, journal.state, purchases);
  const account = (unexplained: number) =>
    journal.record({ type: "balance.accounted", edition, run, unexplained });
  // The first time, compare with the last quote of earlier versions; a run that is stopped or crashes must not advance it.
  const { accountedQuote, lastQuote } = journal.state;
  if (accountedQuote === null && lastQuote !== null) await account(0);
  for (const one of quoted) await journal.record({ type: "quote.received", edition, ...one });
  if (fall !== null && fall.unexplained > 0 && terms.holdUnexplained === true) {
    stops.stopCreating({ code: "balance_unexplained", ...fall });
    return false;
  }
  if (fall !== null) tell({ kind: "notice", notice: { code: "balance_fell", ...fall } });
  await account(fall?.unexplained ?? 0);
  return true;
}

/** What the user should know about the balance in quotes that the ledger doesn't have yet. */
export async function noticesOfBalance(
  quoted: readonly QuotedSetting[],
  state: LedgerState,
  purchases: Pick<PurchaseWatch, "spentByOthers">,
): Promise<RunNotice[]> {
  const fall = await fallIn(quoted, state, purchases);
  return fall === null ? [] : [{ code: "balance_fell", ...fall }];
}

async function fallIn(
  quoted: readonly QuotedSetting[],
  state: LedgerState,
  purchases: Pick<PurchaseWatch, "spentByOthers">,
): Promise<ExplainedFall | null> {
  const fall = findBalanceFall(state, quoted.at(-1)?.balance ?? null);
  if (fall === null) return null;
  const nobody = { credits: 0, courses: [] };
  return explainedBy(fall, fall.unexplained > 0 ? await purchases.spentByOthers(fall.since) : nobody);
}

/** A fall of the balance, less what this machine's other courses may have bought since. */
export function explainedBy(fall: BalanceFall, { credits, courses }: OthersSpending): ExplainedFall {
  const byOthers = Math.min(fall.unexplained, credits);
  const unexplained = creditsIn(unitsOf(fall.unexplained) - unitsOf(byOthers));
  return { ...fall, unexplained, byOthers, courses: byOthers > 0 ? courses : [] };
}
