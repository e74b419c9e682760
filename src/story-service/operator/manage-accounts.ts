import {
  accountOf,
  findAccount,
  forgetDeleted,
  addAccount as insertAccount,
  putSettings,
} from "../accounts/accounts.ts";
import type { Act } from "../accounts/audit-log.ts";
import { hashPassword, newSignInSecret, replaceSignIn } from "../accounts/sign-ins.ts";
import { iso } from "../clock.ts";
import type { AccountSettings } from "../config/config.ts";
import { accountSettingsSchema } from "../config/config-schema.ts";
import { type Database, raw, type Sql, sql } from "../store/store.ts";
import { change, lockOpenAccount, type OperationResult, type Operator, refusal } from "./operator.ts";

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

/** All accounts sorted by their ids, or only one account. */
export function listAccounts(database: Database, id: string | null = null): Promise<ListedAccount[]> {
  return id === null ? readListed(database, raw("")) : readListed(database, sql`WHERE id = ${id}`);
}

/** The accounts whose ids contain a text, ignoring case, sorted by their ids, starting after one of them. */
export function searchAccounts(
  database: Database,
  { search, after, limit }: { readonly search: string; readonly after: string; readonly limit: number },
): Promise<ListedAccount[]> {
  const pattern = `%${search.toLowerCase().replace(/[!%_]/g, "!$&")}%`;
  // The id is limited before the rest is looked up, so that a page costs the same among many accounts.
  const ids = sql`SELECT id FROM accounts WHERE LOWER(id) LIKE ${pattern} ESCAPE '!' AND id > ${after} ORDER BY id LIMIT ${limit}`;
  return readListed(database, sql`WHERE id IN (${ids})`);
}

async function readListed(database: Database, condition: Sql): Promise<ListedAccount[]> {
  const fund = (name: string): Sql =>
    raw(
      `COALESCE((SELECT credits FROM funds WHERE account_id = accounts.id AND fund = '${name}'), 0) AS ${name}`,
    );
  const rows = await database.all<Row>(
    sql`SELECT id, settings, created_at AS "createdAt", ${fund("available")}, ${fund("reserved")}, ${fund("spent")},
       (SELECT COUNT(*) FROM stories WHERE account_id = accounts.id) AS stories,
       (SELECT COUNT(*) FROM sign_ins WHERE account_id = accounts.id) AS "signsIn"
     FROM accounts ${condition} ORDER BY id`,
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

/** What is unusual about an account, in a few words. */
export function describeState({
  banned,
  deleted,
  emailConfirmed,
  earlyAccess,
  admin,
  signsIn,
}: ListedAccount): string {
  const words = [
    deleted && "deleted",
    banned && "banned",
    !emailConfirmed && "not confirmed",
    !earlyAccess && "outside early access",
    admin && "admin",
    !signsIn && !deleted && "can't sign in",
  ].filter((word) => word !== false);
  return words.length === 0 ? "open" : words.join(", ");
}

/** All accounts, with their credits. */
export async function showAccounts({ store }: Operator): Promise<OperationResult> {
  const listed = await listAccounts(store);
  const head = ["account", "plan", "available", "reserved", "spent", "stories", "state"];
  const rows = listed.map((one) => [
    one.id,
    one.plan,
    one.unlimited ? "unlimited" : String(one.available),
    String(one.reserved),
    String(one.spent),
    String(one.stories),
    describeState(one),
  ]);
  return {
    table: { rows: [head, ...rows], right: [2, 3, 4, 5] },
    document: { accounts: listed.map((one) => ({ ...one, createdAt: iso(one.createdAt) })) },
  };
}

export interface AccountWish {
  readonly id: string;
  readonly plan: AccountSettings["plan"];
  readonly credits: number;
  readonly unlimited: boolean;
  readonly admin: boolean;
  readonly emailConfirmed: boolean;
}

/**
 * Adds an account and returns its sign-in secret, which is stored nowhere. Fails with `account_exists`, so repeating the command does not create a
 * second account.
 */
export async function addAccount(operator: Operator, wish: AccountWish): Promise<string> {
  const { pepper } = operator;
  const { id, credits, ...settings } = wish;
  const secret = newSignInSecret();
  const hashed = await hashPassword(secret, pepper);
  await change(operator, async (transaction, log) => {
    await transaction.lock("start");
    if ((await findAccount(transaction, id)) !== null) throw refusal({ code: "account_exists", name: id });
    const now = operator.now();
    await forgetDeleted(transaction, id, pepper);
    await insertAccount(transaction, { id, settings: accountSettingsSchema.parse(settings), credits, now });
    await replaceSignIn(transaction, { accountId: id, hashed });
    await log("account added", id, { credits, ...settings });
  });
  return secret;
}

/** Changes an account's settings; returns whether that changed anything. Logs the change only if there was one. */
export function changeAccount(
  operator: Operator,
  id: string,
  { what, settings: wish }: { readonly what: Act; readonly settings: Partial<AccountSettings> },
): Promise<boolean> {
  return change(operator, async (transaction, log) => {
    const { settings } = await lockOpenAccount(transaction, id);
    const changed = { ...settings, ...wish };
    if (JSON.stringify(changed) === JSON.stringify(settings)) return false;
    await putSettings(transaction, { id, settings: changed });
    const { plan } = wish;
    await log(what, id, plan === undefined ? {} : { plan });
    return true;
  });
}

/** Gives an account a new sign-in secret, which is stored nowhere, and ends its sessions. Returns the secret. */
export async function renewSignIn(operator: Operator, id: string): Promise<string> {
  const { pepper } = operator;
  const secret = newSignInSecret();
  const hashed = await hashPassword(secret, pepper);
  await change(operator, async (transaction, log) => {
    await lockOpenAccount(transaction, id);
    await replaceSignIn(transaction, { accountId: id, hashed });
    await log("sign-in secret set", id);
  });
  return secret;
}
