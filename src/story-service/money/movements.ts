import type { Database, Transaction } from "../store/store.ts";

/**
 * Where an account's credits are. `outside` is the rest of the world: an opening balance and what the operator adds come from it, and an account
 * without a credit limit draws on it, so that its funds also add up to zero.
 */
export type Fund = "outside" | "available" | "reserved" | "spent";

export interface Movement {
  readonly at: number;
  readonly accountId: string;
  readonly from: Fund;
  readonly to: Fund;
  /** Above 0. */
  readonly credits: number;
  readonly reason:
    | "opening"
    | "reservation"
    | "writing"
    | "audiobook"
    | "release"
    | "refund"
    /** Added and taken away by the operator. */
    | "top-up"
    | "correction";
  /** Why the operator moved them; `reference` is the name under which that is done only once. */
  readonly note?: { readonly text: string; readonly reference: string };
  /** The story it belongs to, with the credential and the month whose cap it counts in; null for what belongs to none. */
  readonly story: { readonly id: string; readonly credentialId: string; readonly capMonth: string } | null;
}

/**
 * Moves credits: the double-entry row, both funds and the use of the cap change together. Call it inside the transaction of the cause. Rejects if a
 * fund would become negative, which is a bug: callers check first.
 */
export async function move(transaction: Transaction, movement: Movement): Promise<void> {
  const { at, accountId, from, to, credits, reason, note, story } = movement;
  transaction.touch(accountId);
  await transaction.run(
    `INSERT INTO movements (at, account_id, source, target, credits, reason, story_id, credential_id, cap_month, note, reference)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    at,
    accountId,
    from,
    to,
    credits,
    reason,
    story?.id ?? null,
    story?.credentialId ?? null,
    story?.capMonth ?? null,
    note?.text ?? null,
    note?.reference ?? null,
  );
  await changeFund(transaction, accountId, from, -credits);
  await changeFund(transaction, accountId, to, credits);
  const change = capChange(movement);
  if (story === null || change === 0) return;
  const { credentialId, capMonth } = story;
  await transaction.run(
    "INSERT INTO cap_use VALUES (?, ?, 0) ON CONFLICT DO NOTHING",
    credentialId,
    capMonth,
  );
  await transaction.run(
    "UPDATE cap_use SET credits = credits + ? WHERE credential_id = ? AND cap_month = ?",
    change,
    credentialId,
    capMonth,
  );
}

async function changeFund(
  transaction: Transaction,
  accountId: string,
  fund: Fund,
  change: number,
): Promise<void> {
  await transaction.run("INSERT INTO funds VALUES (?, ?, 0) ON CONFLICT DO NOTHING", accountId, fund);
  await transaction.run(
    "UPDATE funds SET credits = credits + ? WHERE account_id = ? AND fund = ?",
    change,
    accountId,
    fund,
  );
}

/** A reservation counts against the cap, a release or refund undoes that, and a charge was already counted when it was reserved. */
function capChange({ from, to, credits }: Movement): number {
  const comesIn = from === "available" || from === "outside";
  if (comesIn) return to === "reserved" ? credits : 0;
  return to === "spent" ? 0 : -credits;
}

export type Funds = Readonly<Record<Fund, number>>;

/** An account's available, reserved and spent credits. */
export async function fundsOf(database: Database, accountId: string): Promise<Funds> {
  const rows = await database.all<{ fund: Fund; credits: number }>(
    "SELECT fund, credits FROM funds WHERE account_id = ?",
    accountId,
  );
  const funds = { outside: 0, available: 0, reserved: 0, spent: 0 };
  for (const { fund, credits } of rows) funds[fund] = credits;
  return funds;
}

/** Credits that a credential has reserved and spent in a UTC month. */
export async function capUse(database: Database, credentialId: string, capMonth: string): Promise<number> {
  const row = await database.get<{ credits: number }>(
    "SELECT credits FROM cap_use WHERE credential_id = ? AND cap_month = ?",
    credentialId,
    capMonth,
  );
  return row?.credits ?? 0;
}
