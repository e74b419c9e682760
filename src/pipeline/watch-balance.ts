import { type BalanceFall, findBalanceFall } from "../ledger/balance-witness.ts";
import type { LedgerState } from "../ledger/state.ts";
import type { Plan } from "../plan/plan.ts";
import type { QuotedSetting } from "./bill.ts";
import type { RunNotice } from "./problem.ts";
import type { Tools } from "./tools.ts";

interface Watching {
  readonly plan: Pick<Plan, "edition">;
  readonly run: string;
  readonly terms: { readonly holdUnexplained?: boolean };
}

/**
 * Records the quotes and tells what of the balance's fall the ledger can't explain. False where that holds the run: nothing may be bought then.
 *
 * The balance that is compared with moves on only where it was told and the run goes on: a run that is held finds the same fall again, whatever
 * newer quotes the ledger has by then.
 */
export async function recordQuotes(
  quoted: readonly QuotedSetting[],
  { plan, run, terms }: Watching,
  { journal, stops, tell }: Tools,
): Promise<boolean> {
  const { edition } = plan;
  const { witness } = journal.state;
  const fall = fallIn(quoted, journal.state);
  const account = (unexplained: number) =>
    journal.record({ type: "balance.accounted", edition, run, unexplained });
  // The first time, what earlier versions have quoted last: a run that is held, or dies before it is over, must not move it.
  if (witness.sinceAccounted === null && witness.sinceQuote !== null) await account(0);
  for (const one of quoted) await journal.record({ type: "quote.received", edition, ...one });
  if (fall !== null && fall.unexplained > 0 && terms.holdUnexplained === true) {
    stops.stopCreating({ code: "balance_unexplained", ...fall });
    return false;
  }
  if (fall !== null) tell({ kind: "notice", notice: { code: "balance_fell", ...fall } });
  await account(fall?.unexplained ?? 0);
  return true;
}

/** What a person should know of the balance that quotes have just shown, which the ledger doesn't have yet. */
export function noticesOfBalance(
  quoted: readonly QuotedSetting[],
  state: Pick<LedgerState, "witness" | "totals">,
): RunNotice[] {
  const fall = fallIn(quoted, state);
  return fall === null ? [] : [{ code: "balance_fell", ...fall }];
}

function fallIn(
  quoted: readonly QuotedSetting[],
  { witness, totals }: Pick<LedgerState, "witness" | "totals">,
): BalanceFall | null {
  return findBalanceFall(witness, totals, quoted.at(-1)?.balance ?? null);
}
