import { accountOf, findAccount, addAccount as insertAccount, putSettings } from "../accounts/accounts.ts";
import { type Act, appendLog } from "../accounts/audit-log.ts";
import { forgetDeleted } from "../accounts/deleted-accounts.ts";
import { hashPassword } from "../accounts/passwords.ts";
import { newSignInSecret, replaceSignIn } from "../accounts/sign-ins.ts";
import type { AccountSettings } from "../config/config.ts";
import { accountSettingsSchema } from "../config/config-schema.ts";
import type { Database, Value } from "../store/store.ts";
import { accountNamed, type Operator, refusal } from "./operator.ts";

/** An account as the operator sees it. */
export interface ListedAccount {
  readonly id: string;
  readonly plan: AccountSettings["plan"];
  readonly unlimited: boolean;
  readonly admin: boolean;
  readonly emailConfirmed: boolean;
  readonly banned: boolean;
  readonly deleted: boolean;
  readonly earlyAccess: boolean;
  readonly available: number;
  readonly reserved: number;
  readonly spent: number;
  readonly stories: number;
  /** Whether it has a sign-in secret. */
  readonly signsIn: boolean;
  readonly createdAt: number;
}

type Row = Omit<ListedAccount, keyof AccountSettings | "signsIn"> & {
  readonly settings: string;
  readonly signsIn: number;
};

/** All accounts, or one, sorted by their ids. */
export function listAccounts(database: Database, id: string | null = null): Promise<ListedAccount[]> {
  return id === null ? readListed(database, "", []) : readListed(database, "WHERE id = ?", [id]);
}

/** The accounts whose ids have a text in them, in whatever case, sorted by their ids, and those after one of them. */
export function searchAccounts(
  database: Database,
  { search, after, limit }: { readonly search: string; readonly after: string; readonly limit: number },
): Promise<ListedAccount[]> {
  const pattern = `%${search.toLowerCase().replace(/[!%_]/g, "!$&")}%`;
  // The id is limited before the rest is looked up, so that a page costs the same among many accounts.
  const ids = "SELECT id FROM accounts WHERE LOWER(id) LIKE ? ESCAPE '!' AND id > ? ORDER BY id LIMIT ?";
  return readListed(database, `WHERE id IN (${ids})`, [pattern, after, limit]);
}

async function readListed(
  database: Database,
  condition: string,
  values: readonly Value[],
): Promise<ListedAccount[]> {
  const fund = (name: string): string =>
    `COALESCE((SELECT credits FROM funds WHERE account_id = accounts.id AND fund = '${name}'), 0) AS ${name}`;
  const rows = await database.all<Row>(
    `SELECT id, settings, created_at AS "createdAt", ${fund("available")}, ${fund("reserved")}, ${fund("spent")},
       (SELECT COUNT(*) FROM stories WHERE account_id = accounts.id) AS stories,
       (SELECT COUNT(*) FROM sign_ins WHERE account_id = accounts.id) AS "signsIn"
     FROM accounts ${condition} ORDER BY id`,
    ...values,
  );
  return rows.map(({ settings: text, signsIn, ...row }) => {
    const { plan, unlimited, admin, emailConfirmed, banned, deleted, earlyAccess } = accountOf({
      id: row.id,
      settings: text,
    }).settings;
    const settings = { plan, unlimited, admin, emailConfirmed, banned, deleted, earlyAccess };
    return { ...row, ...settings, signsIn: signsIn > 0 };
  });
}

export interface AccountWish {
  readonly id: string;
  readonly plan: AccountSettings["plan"];
  readonly credits: number;
  readonly unlimited: boolean;
  readonly admin: boolean;
  readonly emailConfirmed: boolean;
}

/** Adds an account and returns its sign-in secret, which is stored nowhere. Fails with `account_exists`: repeating it makes no second one. */
export async function addAccount(operator: Operator, wish: AccountWish): Promise<string> {
  const { store, pepper, actor } = operator;
  const { id, credits, ...settings } = wish;
  const secret = newSignInSecret();
  const hashed = await hashPassword(secret, pepper);
  await store.write(async (transaction) => {
    await transaction.lock("start");
    if ((await findAccount(transaction, id)) !== null) throw refusal({ code: "account_exists", name: id });
    const now = operator.now();
    await forgetDeleted(transaction, id, pepper);
    await insertAccount(transaction, { id, settings: accountSettingsSchema.parse(settings), credits, now });
    await replaceSignIn(transaction, { accountId: id, hashed, byOperator: true });
    await appendLog(transaction, {
      at: now,
      actor,
      what: "account added",
      accountId: id,
      details: { credits, ...settings },
    });
  });
  await store.settled();
  return secret;
}

/** Changes an account's settings; returns whether that changed anything. Logged only if it did. */
export async function changeAccount(
  operator: Operator,
  id: string,
  { what, settings: change }: { readonly what: Act; readonly settings: Partial<AccountSettings> },
): Promise<boolean> {
  const isChanged = await operator.store.write(async (transaction) => {
    await transaction.lock({ account: id });
    const { settings } = await accountNamed(transaction, id);
    if (settings.deleted) throw refusal({ code: "account_deleted", name: id });
    const changed = { ...settings, ...change };
    if (JSON.stringify(changed) === JSON.stringify(settings)) return false;
    await putSettings(transaction, { id, settings: changed });
    const { plan } = change;
    await appendLog(transaction, {
      at: operator.now(),
      actor: operator.actor,
      what,
      accountId: id,
      details: plan === undefined ? {} : { plan },
    });
    return true;
  });
  await operator.store.settled();
  return isChanged;
}

/** Gives an account a new sign-in secret, which is stored nowhere, and ends its sessions. Returns the secret. */
export async function renewSignIn(operator: Operator, id: string): Promise<string> {
  const { store, pepper, actor } = operator;
  const secret = newSignInSecret();
  const hashed = await hashPassword(secret, pepper);
  await store.write(async (transaction) => {
    await transaction.lock({ account: id });
    const { settings } = await accountNamed(transaction, id);
    if (settings.deleted) throw refusal({ code: "account_deleted", name: id });
    await replaceSignIn(transaction, { accountId: id, hashed, byOperator: true });
    await appendLog(transaction, { at: operator.now(), actor, what: "sign-in secret set", accountId: id });
  });
  await store.settled();
  return secret;
}
