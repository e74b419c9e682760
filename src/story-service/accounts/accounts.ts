import type { AccountSettings } from "../config.ts";
import { accountSettingsSchema } from "../config-schema.ts";
import { move } from "../money/movements.ts";
import type { Database, Transaction } from "../store/store.ts";

/** An account, with everything that does not change while the service runs. */
export interface Account {
  readonly id: string;
  readonly settings: AccountSettings;
}

/** The accounts of the data folder, read once at startup. */
export type Accounts = ReadonlyMap<string, Account>;

export async function readAccounts(database: Database): Promise<Accounts> {
  const rows = await database.all<{ id: string; settings: string }>(
    "SELECT id, settings FROM accounts ORDER BY id",
  );
  return new Map(
    rows.map(({ id, settings }) => [id, { id, settings: accountSettingsSchema.parse(JSON.parse(settings)) }]),
  );
}

/** Creates an account with its opening balance, or updates the settings of an existing one without touching its money. */
export async function putAccount(
  transaction: Transaction,
  { id, settings, credits, now }: Account & { readonly credits: number; readonly now: number },
): Promise<void> {
  const text = JSON.stringify(settings);
  if ((await transaction.run("UPDATE accounts SET settings = ? WHERE id = ?", text, id)) > 0) return;
  await transaction.run("INSERT INTO accounts VALUES (?, ?, ?)", id, text, now);
  if (credits === 0) return;
  await move(transaction, {
    at: now,
    accountId: id,
    from: "outside",
    to: "available",
    credits,
    reason: "opening",
    story: null,
  });
}

/** Whether the account's credentials give access at all (interface 5.1). */
export function isOpen({ settings }: Account): boolean {
  return settings.emailConfirmed && !settings.banned && !settings.deleted;
}
