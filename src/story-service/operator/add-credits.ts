import { appendLog } from "../accounts/audit-log.ts";
import { type Funds, fundsOf, move } from "../money/movements.ts";
import type { Database } from "../store/store.ts";
import { accountNamed, type Operator, refusal } from "./operator.ts";

export const reasonCharactersMost = 200;
export const referenceCharactersMost = 100;

export interface CreditsWish {
  readonly accountId: string;
  /** Added, or if negative taken away; not 0. */
  readonly credits: number;
  /** Stays in the books; the account's owner sees it in the history. */
  readonly reason: string;
  /** Unique among all accounts: what was done under it is not done again. */
  readonly reference: string;
}

export interface CreditsResult {
  readonly funds: Funds;
  /** The same was done before under this reference, so nothing was done now. */
  readonly isRepeated: boolean;
}

/**
 * Adds credits to an account, or takes some away, as one movement of its books. Repeating it with the same reference does nothing. Never takes what
 * stories have reserved. Fails with `credits_short`, and with `reference_used` for another account or amount.
 */
export async function addCredits(operator: Operator, wish: CreditsWish): Promise<CreditsResult> {
  const { accountId, credits, reason, reference } = wish;
  const result = await operator.store.write(async (transaction): Promise<CreditsResult> => {
    // References are unique among all accounts, so an account's lock is not enough.
    await transaction.lock("start");
    await transaction.lock({ account: accountId });
    const { settings } = await accountNamed(transaction, accountId);
    const known = await movementOf(transaction, reference);
    if (known !== null) {
      if (known.accountId !== accountId || known.credits !== credits)
        throw refusal({ code: "reference_used", reference, name: known.accountId, credits: known.credits });
      return { funds: await fundsOf(transaction, accountId), isRepeated: true };
    }
    if (settings.deleted) throw refusal({ code: "account_deleted", name: accountId });
    const { available } = await fundsOf(transaction, accountId);
    if (available + credits < 0)
      throw refusal({ code: "credits_short", name: accountId, asked: -credits, available });
    const at = operator.now();
    const isAdded = credits > 0;
    await move(transaction, {
      at,
      accountId,
      credits: Math.abs(credits),
      story: null,
      ...(isAdded
        ? ({ from: "outside", to: "available", reason: "top-up" } as const)
        : ({ from: "available", to: "outside", reason: "correction" } as const)),
      note: { text: reason, reference },
    });
    await appendLog(transaction, {
      at,
      actor: operator.actor,
      what: isAdded ? "credits added" : "credits taken",
      accountId,
      details: { credits: Math.abs(credits), reason, reference },
    });
    return { funds: await fundsOf(transaction, accountId), isRepeated: false };
  });
  await operator.store.settled();
  return result;
}

async function movementOf(
  database: Database,
  reference: string,
): Promise<{ accountId: string; credits: number } | null> {
  const row = await database.get<{ accountId: string; source: string; credits: number }>(
    `SELECT account_id AS "accountId", source, credits FROM movements WHERE reference = ?`,
    reference,
  );
  if (row === undefined) return null;
  return { accountId: row.accountId, credits: row.source === "outside" ? row.credits : -row.credits };
}

/** A movement that is no story's: an opening balance, or what the operator did. */
export interface PlainMovement {
  readonly at: number;
  readonly reason: string;
  /** Negative for what was taken away. */
  readonly credits: number;
  readonly note: string | null;
  readonly reference: string | null;
}

/** An account's movements that are no story's, the oldest first. */
export async function listCredits(database: Database, accountId: string): Promise<PlainMovement[]> {
  const rows = await database.all<PlainMovement & { source: string }>(
    `SELECT at, reason, source, credits, note, reference FROM movements
     WHERE account_id = ? AND reason IN ('opening', 'top-up', 'correction') ORDER BY seq`,
    accountId,
  );
  return rows.map(({ source, credits, ...row }) => ({
    ...row,
    credits: source === "outside" ? credits : -credits,
  }));
}
