import { pluralize } from "../../shared/pluralize.ts";
import { showText } from "../../shared/text.ts";
import {
  accountOf,
  findAccount,
  forgetDeleted,
  addAccount as insertAccount,
  putSettings,
} from "../accounts/accounts.ts";
import { hashPassword, newSignInSecret, replaceSignIn } from "../accounts/sign-ins.ts";
import { iso } from "../clock.ts";
import type { AccountSettings } from "../config/config.ts";
import { accountSettingsSchema } from "../config/config-schema.ts";
import { fundsOf, move } from "../money/movements.ts";
import { type Database, raw, type Sql, sql } from "../store/store.ts";
import {
  accountNamed,
  change,
  lockOpenAccount,
  type OperationResult,
  type Operator,
  refusal,
} from "./operator.ts";

/** An account as the operator sees it. */
export interface ListedAccount
  extends Omit<AccountSettings, "native" | "learning" | "levels" | "bookSettings"> {
  readonly id: string;
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

/** Which accounts: one, or those whose names contain a text, ignoring case. */
export interface Wanted {
  readonly id?: string;
  readonly search?: string | null;
}

/** Accounts sorted by their ids. */
export async function listAccounts(
  database: Database,
  { id, search = null }: Wanted = {},
): Promise<ListedAccount[]> {
  const pattern = `%${(search ?? "").toLowerCase().replace(/[!%_]/g, "!$&")}%`;
  const searched = search === null ? raw("") : sql`WHERE LOWER(id) LIKE ${pattern} ESCAPE '!'`;
  const fund = (name: string): Sql =>
    raw(
      `COALESCE((SELECT credits FROM funds WHERE account_id = accounts.id AND fund = '${name}'), 0) AS ${name}`,
    );
  const rows = await database.all<Row>(
    sql`SELECT id, settings, created_at AS "createdAt", ${fund("available")}, ${fund("reserved")}, ${fund("spent")},
       (SELECT COUNT(*) FROM stories WHERE account_id = accounts.id) AS stories,
       (SELECT COUNT(*) FROM sign_ins WHERE account_id = accounts.id) AS "signsIn"
     FROM accounts ${id === undefined ? searched : sql`WHERE id = ${id}`} ORDER BY id`,
  );
  return rows.map(({ settings: text, signsIn, ...row }) => {
    const { native, learning, levels, bookSettings, ...settings } = accountOf({
      id: row.id,
      settings: text,
    }).settings;
    return { ...row, ...settings, signsIn: signsIn > 0 };
  });
}

/** What is unusual about an account, in a few words. */
function describeState(account: ListedAccount): string {
  const words = [
    account.deleted && "deleted",
    account.banned && "banned",
    !account.emailConfirmed && "not confirmed",
    !account.earlyAccess && "outside early access",
    account.admin && "admin",
    !account.signsIn && !account.deleted && "can't sign in",
  ].filter((word) => word !== false);
  return words.length === 0 ? "open" : words.join(", ");
}

/** Accounts, with their credits. */
export async function showAccounts({ store }: Operator, wanted: Wanted): Promise<OperationResult> {
  const listed = await listAccounts(store, wanted);
  return {
    table: {
      head: ["account", "plan", "available", "reserved", "spent", "stories", "state"],
      rows: listed.map((one) => [
        one.id,
        one.plan,
        one.unlimited ? "unlimited" : String(one.available),
        String(one.reserved),
        String(one.spent),
        String(one.stories),
        describeState(one),
      ]),
      right: [2, 3, 4, 5],
    },
    lines: listed.length > 0 ? [] : [wanted.search ? "No name contains that." : "There are no accounts yet."],
    document: { accounts: listed.map((one) => ({ ...one, createdAt: iso(one.createdAt) })) },
  };
}

const secretNote =
  "The secret for signing in to the pages is shown only once: the service keeps only a hash of it.";

export interface AccountWish {
  readonly id: string;
  readonly plan: AccountSettings["plan"];
  readonly credits: number;
  readonly unlimited: boolean;
  readonly admin: boolean;
  readonly emailConfirmed: boolean;
}

/** Adds an account with a sign-in secret, which is stored nowhere. Fails with `account_exists`, so repeating it makes no second account. */
export async function addAccount(operator: Operator, wish: AccountWish): Promise<OperationResult> {
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
  return {
    secret,
    notes: [secretNote, `Next, make a key for the programs of ${id}.`],
    document: { account: id, signIn: secret },
  };
}

/**
 * Changes an account's settings. Logs the change only if there was one. `words`: the result if they changed, and the result if they already were so.
 */
export async function changeAccount(
  operator: Operator,
  id: string,
  {
    what,
    settings: wish,
    words: [done, already],
  }: {
    readonly what: string;
    readonly settings: Partial<AccountSettings>;
    readonly words: readonly [string, string];
  },
): Promise<OperationResult> {
  const isChanged = await change(operator, async (transaction, log) => {
    const { settings } = await lockOpenAccount(transaction, id);
    const changed = { ...settings, ...wish };
    if (JSON.stringify(changed) === JSON.stringify(settings)) return false;
    await putSettings(transaction, { id, settings: changed });
    const { plan } = wish;
    await log(what, id, plan === undefined ? {} : { plan });
    return true;
  });
  return {
    lines: [`${showText(id)} ${isChanged ? done : already}.`],
    document: { account: id, changed: isChanged },
  };
}

/** Gives an account a new sign-in secret, which is stored nowhere, and ends its sessions. */
export async function renewSignIn(operator: Operator, id: string): Promise<OperationResult> {
  const secret = newSignInSecret();
  const hashed = await hashPassword(secret, operator.pepper);
  await change(operator, async (transaction, log) => {
    await lockOpenAccount(transaction, id);
    await replaceSignIn(transaction, { accountId: id, hashed });
    await log("sign-in secret set", id);
  });
  return { secret, notes: [secretNote], document: { account: id, signIn: secret } };
}

export interface CreditsWish {
  readonly accountId: string;
  /** Credits to add, or to take away if negative; not 0. */
  readonly credits: number;
  /** Stays in the books; the account's owner sees it in the history. */
  readonly reason: string;
  /** Unique among all accounts: a change is not made a second time under the same reference. */
  readonly reference: string;
}

/**
 * Adds credits to an account, or takes some away, as one movement in the account's books. Repeating the change with the same reference has no effect.
 * Never takes credits that stories have reserved. Fails with `credits_short`, or with `reference_used` if the reference was used for a different
 * account or amount.
 */
export async function addCredits(operator: Operator, wish: CreditsWish): Promise<OperationResult> {
  const { accountId, credits, reason, reference } = wish;
  const isAdded = credits > 0;
  const { funds, isRepeated } = await change(operator, async (transaction, log) => {
    // References are unique among all accounts, so an account's lock is not enough.
    await transaction.lock("start");
    await transaction.lock({ account: accountId });
    const { settings } = await accountNamed(transaction, accountId);
    const [known] = await plainMovements(transaction, sql`reference = ${reference}`);
    if (known !== undefined) {
      if (known.accountId !== accountId || known.credits !== credits)
        throw refusal({ code: "reference_used", reference, name: known.accountId, credits: known.credits });
      return { funds: await fundsOf(transaction, accountId), isRepeated: true };
    }
    if (settings.deleted) throw refusal({ code: "account_deleted", name: accountId });
    const { available } = await fundsOf(transaction, accountId);
    if (available + credits < 0)
      throw refusal({ code: "credits_short", name: accountId, asked: -credits, available });
    await move(transaction, {
      at: operator.now(),
      accountId,
      from: isAdded ? "outside" : "available",
      to: isAdded ? "available" : "outside",
      credits: Math.abs(credits),
      reason: isAdded ? "top-up" : "correction",
      story: null,
      note: { text: reason, reference },
    });
    const details = { credits: Math.abs(credits), reason, reference };
    await log(isAdded ? "credits added" : "credits taken", accountId, details);
    return { funds: await fundsOf(transaction, accountId), isRepeated: false };
  });
  const { available, reserved, spent } = funds;
  const amount = pluralize(Math.abs(credits), "credit");
  const done = `${isAdded ? `added ${amount}` : `took ${amount} away`}, reference ${showText(reference)}`;
  const before = `this was done before under the reference ${showText(reference)}, so nothing was changed`;
  const now = `The account has ${pluralize(available, "credit")} available, and ${reserved} reserved.`;
  const left = { available, reserved, spent };
  return {
    lines: [`${showText(accountId)}: ${isRepeated ? before : done}. ${now}`],
    document: { account: accountId, added: credits, reference, repeated: isRepeated, ...left },
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
      head: ["at", "movement", "credits", "reason", "reference"],
      rows: movements.map(({ at, reason, credits, note, reference }) => [
        at,
        reason,
        credits > 0 ? `+${credits}` : String(credits),
        showText(note ?? ""),
        showText(reference ?? ""),
      ]),
      right: [2],
      isChronological: true,
    },
    document: { account: id, available, reserved, spent, movements },
  };
}

/** A movement that belongs to no story: an opening balance, or a change by the operator. */
interface PlainMovement {
  readonly at: number;
  readonly reason: string;
  /** Negative for what was taken away. */
  readonly credits: number;
  readonly note: string | null;
  readonly reference: string | null;
}

/** An account's movements that belong to no story, the oldest first. */
export async function listCredits(database: Database, accountId: string): Promise<PlainMovement[]> {
  const own = sql`account_id = ${accountId} AND reason IN ('opening', 'top-up', 'correction')`;
  return (await plainMovements(database, own)).map(({ accountId: _, ...movement }) => movement);
}

async function plainMovements(
  database: Database,
  condition: Sql,
): Promise<(PlainMovement & { readonly accountId: string })[]> {
  const rows = await database.all<PlainMovement & { accountId: string; source: string }>(
    sql`SELECT account_id AS "accountId", at, reason, source, credits, note, reference FROM movements
     WHERE ${condition} ORDER BY seq`,
  );
  return rows.map(({ source, credits, ...row }) => ({
    ...row,
    credits: source === "outside" ? credits : -credits,
  }));
}
