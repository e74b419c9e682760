import type { LedgerState } from "./state.ts";
import { creditsIn } from "./totals.ts";

/**
 * The account's balance by the newest quote, less what this ledger's stories were seen to cost since, in credits. Null if the account is not limited, or
 * was never quoted. Pure.
 */
export function balanceAfterCharges({
  lastQuote,
  witness: { sinceQuote },
  totals,
}: Pick<LedgerState, "lastQuote" | "witness" | "totals">): number | null {
  const balance = lastQuote?.balance ?? null;
  if (balance === null || sinceQuote === null) return balance;
  return balance - creditsIn(totals.spent - sinceQuote.spentBefore);
}
