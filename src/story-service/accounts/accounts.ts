import type { AccountSettings } from "../config/config.ts";
import { accountSettingsSchema } from "../config/config-schema.ts";
import { move } from "../money/movements.ts";
import type { Database, Transaction } from "../store/store.ts";

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
  const row = await database.get<Row>("SELECT id, settings FROM accounts WHERE id = ?", id);
  return row === undefined ? null : accountOf(row);
}

/** All accounts, sorted by their ids. */
export async function readAccounts(database: Database): Promise<ReadonlyMap<string, Account>> {
  const rows = await database.all<Row>("SELECT id, settings FROM accounts ORDER BY id");
  return new Map(rows.map((row) => [row.id, accountOf(row)]));
}

/** Far more different settings than a service has; with more, they are parsed again. */
const parsedMost = 10_000;
const parsed = new Map<string, AccountSettings>();

/** An account from its row. Each text of settings is parsed once, because every call of the interface needs its account's. */
export function accountOf({ id, settings: text }: Row): Account {
  const known = parsed.get(text);
  if (known !== undefined) return { id, settings: known };
  const settings = accountSettingsSchema.parse(JSON.parse(text));
  if (parsed.size >= parsedMost) parsed.clear();
  parsed.set(text, settings);
  return { id, settings };
}

type NewAccount = Account & { readonly credits: number; readonly now: number };

/** Creates an account with its opening balance. Its id must be free. */
export async function addAccount(
  transaction: Transaction,
  { id, settings, credits, now }: NewAccount,
): Promise<void> {
  const sql = "INSERT INTO accounts (id, settings, created_at) VALUES (?, ?, ?)";
  await transaction.run(sql, id, JSON.stringify(settings), now);
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

/**
 * Creates an account as the configuration describes it, or updates an existing one without touching its money: a setting that the file says something
 * new about takes its value, and one about which it says what it said at the last start stays as it is, as the operator may have changed it since.
 */
export async function configureAccount(transaction: Transaction, account: NewAccount): Promise<void> {
  const { id, settings } = account;
  await transaction.lock({ account: id });
  const known = await transaction.get<{ settings: string; configured: string | null }>(
    "SELECT settings, configured FROM accounts WHERE id = ?",
    id,
  );
  if (known === undefined) await addAccount(transaction, account);
  const merged =
    known === undefined || known.configured === null
      ? settings
      : mergeSettings({
          kept: accountOf({ id, settings: known.settings }).settings,
          before: accountOf({ id, settings: known.configured }).settings,
          now: settings,
        });
  await transaction.run(
    "UPDATE accounts SET settings = ?, configured = ? WHERE id = ?",
    JSON.stringify(merged),
    JSON.stringify(settings),
    id,
  );
}

/** The kept settings, with those replaced that differ between `before` and `now`. */
function mergeSettings({
  kept,
  before,
  now,
}: Readonly<Record<"kept" | "before" | "now", AccountSettings>>): AccountSettings {
  const anew = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof AccountSettings]),
  );
  return { ...kept, ...Object.fromEntries(anew) };
}

/** Replaces an account's settings, with effect from the next request in every process. Call it with the account's lock held. */
export async function putSettings(transaction: Transaction, { id, settings }: Account): Promise<void> {
  await transaction.run("UPDATE accounts SET settings = ? WHERE id = ?", JSON.stringify(settings), id);
}

/** Whether the account's credentials give access at all (interface 5.1). */
export function isOpen({ settings }: Account): boolean {
  return settings.emailConfirmed && !settings.banned && !settings.deleted;
}
