import type { AccountSettings } from "../config/config.ts";
import { accountSettingsSchema } from "../config/config-schema.ts";
import { move } from "../money/movements.ts";
import { type Database, insert, sql, type Transaction } from "../store/store.ts";

/** An account as it is at one moment: the operator can change its settings while the service runs. */
export interface Account {
  readonly id: string;
  readonly settings: AccountSettings;
}

interface Row {
  readonly id: string;
  readonly settings: string;
}

/** An account by its id, or null. */
export async function findAccount(database: Database, id: string): Promise<Account | null> {
  const row = await database.get<Row>(sql`SELECT id, settings FROM accounts WHERE id = ${id}`);
  return row === undefined ? null : accountOf(row);
}

/** All accounts, sorted by their ids. */
export async function readAccounts(database: Database): Promise<ReadonlyMap<string, Account>> {
  const rows = await database.all<Row>("SELECT id, settings FROM accounts ORDER BY id");
  return new Map(rows.map((row) => [row.id, accountOf(row)]));
}

/** An account from its row. */
export function accountOf({ id, settings }: Row): Account {
  const read = knownSettings.get(settings) ?? accountSettingsSchema.parse(JSON.parse(settings));
  if (knownSettings.size === knownMost) knownSettings.clear();
  knownSettings.set(settings, read);
  return { id, settings: read };
}

/** Settings by their text, since every call reads them, and most accounts have the same. */
const knownSettings = new Map<string, AccountSettings>();
const knownMost = 1_000;

type NewAccount = Account & { readonly credits: number; readonly now: number };

/** Creates an account with its opening balance. Its id must be free. */
export async function addAccount(
  transaction: Transaction,
  { id, settings, credits, now }: NewAccount,
): Promise<void> {
  await transaction.run(insert("accounts", { id, settings: JSON.stringify(settings), created_at: now }));
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
