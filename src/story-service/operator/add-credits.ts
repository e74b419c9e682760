import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import { iso } from "../clock.ts";
import { fundsOf, move } from "../money/movements.ts";
import { type Database, sql } from "../store/store.ts";
import { accountNamed, change, type OperationResult, type Operator, refusal } from "./operator.ts";

export interface CreditsWish {
  readonly accountId: string;
  /** Added, or if negative taken away; not 0. */
  readonly credits: number;
  /** Stays in the books; the account's owner sees it in the history. */
  readonly reason: string;
  /** Unique among all accounts: what was done under it is not done again. */
  readonly reference: string;
}

/**
 * Adds credits to an account, or takes some away, as one movement in the account's books. Repeating the change with the same reference has no effect.
 * Never takes credits that stories have reserved. Fails with `credits_short`, or with `reference_used` if the reference was used for a different
 * account or amount.
 */
export async function addCredits(operator: Operator, wish: CreditsWish): Promise<OperationResult> {
  const { accountId, credits, reason, reference } = wish;
  const { funds, isRepeated } = await change(operator, async (transaction, log) => {
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
    const isAdded = credits > 0;
    await move(transaction, {
      at: operator.now(),
      accountId,
      credits: Math.abs(credits),
      story: null,
      ...(isAdded
        ? ({ from: "outside", to: "available", reason: "top-up" } as const)
        : ({ from: "available", to: "outside", reason: "correction" } as const)),
      note: { text: reason, reference },
    });
    await log(isAdded ? "credits added" : "credits taken", accountId, {
      credits: Math.abs(credits),
      reason,
      reference,
    });
    return { funds: await fundsOf(transaction, accountId), isRepeated: false };
  });
  const { available, reserved, spent } = funds;
  const amount = pluralize(Math.abs(credits), "credit");
  const done = `${credits > 0 ? `added ${amount}` : `took ${amount} away`}, reference ${showText(reference)}`;
  const before = `this was done before under the reference ${showText(reference)}, so nothing was changed`;
  const now = `The account has ${pluralize(available, "credit")} available, and ${reserved} reserved.`;
  return {
    lines: [`${showText(accountId)}: ${isRepeated ? before : done}. ${now}`],
    document: {
      account: accountId,
      added: credits,
      reference,
      repeated: isRepeated,
      available,
      reserved,
      spent,
    },
  };
}

/** An account's credits, and its movements that belong to no story. Fails with `account_unknown`. */
export async function showCredits({ store }: Operator, id: string): Promise<OperationResult> {
  await accountNamed(store, id);
  const { available, reserved, spent } = await fundsOf(store, id);
  const movements = (await listCredits(store, id)).map(({ at, ...movement }) => ({
    at: iso(at),
    ...movement,
  }));
  return {
    lines: [`${showText(id)}: ${available} available, ${reserved} reserved, ${spent} spent`],
    table: {
      rows: movements.map(({ at, reason, credits, note, reference }) => [
        at,
        reason,
        credits > 0 ? `+${credits}` : String(credits),
        showText(note ?? ""),
        showText(reference ?? ""),
      ]),
      right: [2],
    },
    document: { account: id, available, reserved, spent, movements },
  };
}

async function movementOf(
  database: Database,
  reference: string,
): Promise<{ accountId: string; credits: number } | null> {
  const row = await database.get<{ accountId: string; source: string; credits: number }>(
    sql`SELECT account_id AS "accountId", source, credits FROM movements WHERE reference = ${reference}`,
  );
  if (row === undefined) return null;
  return { accountId: row.accountId, credits: row.source === "outside" ? row.credits : -row.credits };
}

/** A movement that belongs to no story: an opening balance, or a change by the operator. */
export interface PlainMovement {
  readonly at: number;
  readonly reason: string;
  /** Negative for what was taken away. */
  readonly credits: number;
  readonly note: string | null;
  readonly reference: string | null;
}

/** An account's movements that belong to no story, the oldest first. */
export async function listCredits(database: Database, accountId: string): Promise<PlainMovement[]> {
  const rows = await database.all<PlainMovement & { source: string }>(
    sql`SELECT at, reason, source, credits, note, reference FROM movements
     WHERE account_id = ${accountId} AND reason IN ('opening', 'top-up', 'correction') ORDER BY seq`,
  );
  return rows.map(({ source, credits, ...row }) => ({
    ...row,
    credits: source === "outside" ? credits : -credits,
  }));
}
