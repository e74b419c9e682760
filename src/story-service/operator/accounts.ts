import { accountOf, findAccount, addAccount as insertAccount } from "../accounts/accounts.ts";
import { hashPassword, newSignInSecret, replaceSignIn } from "../accounts/sign-ins.ts";
import { iso } from "../clock.ts";
import type { AccountSettings } from "../config/config.ts";
import { accountSettingsSchema } from "../config/config-schema.ts";
import { fundsOf, move } from "../money/movements.ts";
import { type Database, raw, type Sql, sql } from "../store/store.ts";
import { type StoredRequest, type StoryRow, statusWords } from "../stories/states.ts";
import { accountNamed, change, lockOpenAccount, type Operator, type Outcome, refusal } from "./operator.ts";

interface Row {
  readonly id: string;
  readonly settings: string;
  readonly available: number;
  readonly reserved: number;
  readonly spent: number;
  readonly stories: number;
  /** Of its sign-in secrets: one or none. */
  readonly signsIn: number;
  readonly createdAt: number;
}

/** Accounts with their credits, sorted by their ids: one, or those whose names contain a text, ignoring case. */
export async function showAccounts(
  { store }: Operator,
  id: string,
  { search = null }: { readonly search?: string | null },
): Promise<Outcome> {
  const pattern = `%${(search ?? "").toLowerCase().replace(/[!%_]/g, "!$&")}%`;
  const wanted = id === "" ? sql`LOWER(id) LIKE ${pattern} ESCAPE '!'` : sql`id = ${id}`;
  const fund = (name: string): Sql =>
    raw(
      `COALESCE((SELECT credits FROM funds WHERE account_id = accounts.id AND fund = '${name}'), 0) AS ${name}`,
    );
  const found = await store.all<Row>(
    sql`SELECT id, settings, created_at AS "createdAt", ${fund("available")}, ${fund("reserved")}, ${fund("spent")},
       (SELECT COUNT(*) FROM stories WHERE account_id = accounts.id) AS stories,
       (SELECT COUNT(*) FROM sign_ins WHERE account_id = accounts.id) AS "signsIn"
     FROM accounts WHERE ${wanted} ORDER BY id`,
  );
  const accounts = found.map(({ settings: text, createdAt, signsIn, ...row }) => {
    const { native, learning, levels, bookSettings, ...settings } = accountOf({
      id: row.id,
      settings: text,
    }).settings;
    return { ...row, ...settings, signsIn: signsIn > 0, createdAt: iso(createdAt) };
  });
  return {
    rows: accounts.map(({ id: account, plan, unlimited, available, reserved, spent, stories, ...state }) => ({
      account,
      plan,
      available: unlimited ? "unlimited" : available,
      reserved,
      spent,
      stories,
      state: describeState(state),
    })),
    document: { accounts },
  };
}

interface StoryLine extends Pick<StoryRow, "id" | "status" | "title" | "error" | "createdAt"> {
  readonly request: string;
}

/** An account's newest stories, the newest first, with the reason if one failed. */
export async function showStories(
  { store }: Operator,
  account: string,
  { lines }: { readonly lines: number },
): Promise<Outcome> {
  await accountNamed(store, account);
  const found = await store.all<StoryLine>(
    sql`SELECT id, request, status, title, error, created_at AS "createdAt" FROM stories
     WHERE account_id = ${account} ORDER BY created_at DESC, id LIMIT ${lines}`,
  );
  const stories = found.map(({ createdAt, request, ...story }) => {
    const { topic, lang, difficulty } = JSON.parse(request) as StoredRequest;
    return { at: iso(createdAt), ...story, topic, lang, difficulty };
  });
  return {
    rows: stories.map(({ title: _, error, ...story }) => ({
      ...story,
      status: statusWords[story.status],
      reason: error,
    })),
    document: { stories },
  };
}

/** What is unusual about an account, in a few words. */
function describeState(
  account: Pick<AccountSettings, "deleted" | "banned" | "emailConfirmed" | "earlyAccess" | "admin"> & {
    readonly signsIn: boolean;
  },
): string {
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

interface AccountWish extends Pick<AccountSettings, "plan" | "unlimited" | "admin"> {
  readonly credits: number;
  readonly unconfirmed: boolean;
}

/** Adds an account with a sign-in secret, which is stored nowhere. Fails with `account_exists`, so repeating it makes no second account. */
export async function addAccount(
  operator: Operator,
  id: string,
  { credits, unconfirmed, ...wish }: AccountWish,
): Promise<Outcome> {
  const settings = { ...wish, emailConfirmed: !unconfirmed };
  const secret = newSignInSecret();
  const hashed = await hashPassword(secret, operator.pepper);
  await change(operator, async (transaction, log) => {
    if ((await findAccount(transaction, id)) !== null) throw refusal({ code: "account_exists", name: id });
    const now = operator.now();
    await insertAccount(transaction, { id, settings: accountSettingsSchema.parse(settings), credits, now });
    await replaceSignIn(transaction, { accountId: id, hashed });
    await log("account added", id, { credits, ...wish, unconfirmed });
  });
  return { secret, document: { account: id, signIn: secret } };
}

/** Changes an account's settings, with effect from the next request in every process. Logs the change, as `what`, only if there was one. */
export async function changeAccount(
  operator: Operator,
  id: string,
  { what, settings: wish }: { readonly what: string; readonly settings: Partial<AccountSettings> },
): Promise<Outcome> {
  const isChanged = await change(operator, async (transaction, log) => {
    const { settings } = await lockOpenAccount(transaction, id);
    const [before, after] = [settings, { ...settings, ...wish }].map((one) => JSON.stringify(one));
    if (after === undefined || after === before) return false;
    await transaction.run(sql`UPDATE accounts SET settings = ${after} WHERE id = ${id}`);
    const { plan } = wish;
    await log(what, id, plan === undefined ? {} : { plan });
    return true;
  });
  return { document: { account: id, changed: isChanged } };
}

/** Gives an account a new sign-in secret, which is stored nowhere, and ends its sessions. */
export async function renewSignIn(operator: Operator, id: string): Promise<Outcome> {
  const secret = newSignInSecret();
  const hashed = await hashPassword(secret, operator.pepper);
  await change(operator, async (transaction, log) => {
    await lockOpenAccount(transaction, id);
    await replaceSignIn(transaction, { accountId: id, hashed });
    await log("sign-in secret set", id);
  });
  return { secret, document: { account: id, signIn: secret } };
}

interface CreditsWish {
  /** Credits to add, or to take away if negative; null: the credits are only shown. */
  readonly add: number | null;
  /** Stays in the books; the account's owner sees it in the history. */
  readonly reason: string | null;
  /** Unique among all accounts: a change is not made a second time under the same reference. */
  readonly reference: string;
}

/**
 * Shows an account's credits, or changes them as one movement in the account's books. Repeating the change with the same reference has no effect. Never
 * takes credits that stories have reserved. Fails with `account_unknown`, `credits_short`, or with `reference_used` if the reference was used for a
 * different account or amount.
 */
export async function credits(
  operator: Operator,
  accountId: string,
  { add: added, reason, reference }: CreditsWish,
): Promise<Outcome> {
  if (added === null || reason === null) return showCredits(operator, accountId);
  const isAdded = added > 0;
  const amount = Math.abs(added);
  const { funds, isRepeated } = await change(operator, async (transaction, log) => {
    await transaction.lock({ account: accountId });
    const { settings } = await accountNamed(transaction, accountId);
    const before = await fundsOf(transaction, accountId);
    const [known] = await plainMovements(transaction, sql`reference = ${reference}`);
    if (known !== undefined) {
      if (known.accountId !== accountId || known.credits !== added)
        throw refusal({ code: "reference_used", reference, name: known.accountId, credits: known.credits });
      return { funds: before, isRepeated: true };
    }
    if (settings.deleted) throw refusal({ code: "account_deleted", name: accountId });
    const { available } = before;
    if (available + added < 0)
      throw refusal({ code: "credits_short", name: accountId, asked: amount, available });
    await move(transaction, {
      at: operator.now(),
      accountId,
      from: isAdded ? "outside" : "available",
      to: isAdded ? "available" : "outside",
      credits: amount,
      reason: isAdded ? "top-up" : "correction",
      story: null,
      note: { text: reason, reference },
    });
    await log(isAdded ? "credits added" : "credits taken", accountId, { credits: amount, reason, reference });
    return { funds: { ...before, available: available + added }, isRepeated: false };
  });
  const { available, reserved, spent } = funds;
  const left = { available, reserved, spent };
  return {
    document: { account: accountId, added, reference, repeated: isRepeated, ...left },
    facts: isAdded ? { given: amount, taken: 0 } : { given: 0, taken: amount },
  };
}

/** An account's credits, and its movements that belong to no story. Fails with `account_unknown`. */
async function showCredits({ store }: Operator, id: string): Promise<Outcome> {
  await accountNamed(store, id);
  const { available, reserved, spent } = await fundsOf(store, id);
  const own = sql`account_id = ${id} AND reason IN ('opening', 'top-up', 'correction')`;
  const movements = (await plainMovements(store, own)).map(({ accountId: _, at, ...movement }) => ({
    at: iso(at),
    ...movement,
  }));
  return {
    rows: movements.map(({ at, reason: movement, credits: moved, note: reason, reference }) => ({
      at,
      movement,
      credits: moved,
      reason,
      reference,
    })),
    isChronological: true,
    document: { account: id, available, reserved, spent, movements },
  };
}

/** A movement that belongs to no story: an opening balance, or a change by the operator. */
interface PlainMovement {
  readonly accountId: string;
  readonly at: number;
  readonly reason: string;
  /** Negative for what was taken away. */
  readonly credits: number;
  readonly note: string | null;
  readonly reference: string | null;
}

/** The oldest first. */
function plainMovements(database: Database, condition: Sql): Promise<PlainMovement[]> {
  return database.all<PlainMovement>(
    sql`SELECT account_id AS "accountId", at, reason, CASE source WHEN 'outside' THEN credits ELSE -credits END AS credits,
       note, reference FROM movements WHERE ${condition} ORDER BY seq`,
  );
}
