import { scopes } from "../../contract/operations.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import type { ConfiguredAccount, ServiceConfig } from "../config/config.ts";
import { accountSettingsSchema } from "../config/config-schema.ts";
import { configure, type Database, type Store, sql, type Transaction } from "../store/store.ts";
import { addAccount, readAccounts } from "./accounts.ts";
import { addCredential, type KeyMaking, replaceKey } from "./credentials.ts";
import { hashSecret, type Pepper } from "./pepper.ts";
import { type HashedPassword, hashPassword, newSignInSecret, replaceSignIn } from "./sign-ins.ts";

/** The account created in an empty data folder if the configuration names no account and has no public address. */
export const demoAccountId = "demo";

/** Enough to rehearse a small publisher's year: over a thousand stories with audiobook. */
const demoCredits = 100_000;

export interface Seeding {
  readonly store: Store;
  readonly world: Pick<World, "random" | "log">;
  readonly pepper: Pepper;
  readonly now: number;
}

/**
 * Creates the accounts in the configuration that don't exist yet, with their credits, keys and sign-in secrets, in one transaction. Existing accounts
 * are left unchanged: once an account exists, the database decides. If there is no account, creates the demo account, but not its credentials, which
 * `handOverDemo` creates. Creates no demo account at a public address, where anybody who reads the log could spend the account's credits.
 */
export async function seedAccounts(seeding: Seeding, config: ServiceConfig): Promise<void> {
  const { store, world, pepper, now } = seeding;
  const before = await readAccounts(store);
  const signIns = new Map<string, HashedPassword>();
  // Slow on purpose, so not in the transaction.
  for (const { id, signIn } of config.accounts)
    if (signIn !== null && !before.has(id)) signIns.set(id, await hashPassword(signIn, pepper));
  await store.write(async (transaction) => {
    await transaction.lock("start");
    // Commands outside the running service must respect it, too.
    await configure(transaction, "keys", config.limits.keys);
    const known = await readAccounts(transaction);
    for (const account of config.accounts) {
      if (!known.has(account.id))
        await seedAccount(transaction, seeding, { ...account, hashed: signIns.get(account.id) });
    }
    if (config.publicUrl !== null || (await readAccounts(transaction)).size > 0) return;
    const settings = accountSettingsSchema.parse({});
    await addAccount(transaction, { id: demoAccountId, settings, credits: demoCredits, now });
  });
  const differing = config.accounts.filter(({ id, signIn, credits, keys, ...settings }) => {
    const kept = before.get(id)?.settings;
    const wanted = accountSettingsSchema.parse(settings);
    return kept !== undefined && JSON.stringify(kept) !== JSON.stringify(wanted);
  });
  const accounts = differing.map(({ id }) => id);
  if (accounts.length > 0) world.log.warn({ accounts }, disagreement);
}

const disagreement =
  "the configuration and the database disagree about these accounts, and the database takes precedence: change the accounts with serve admin accounts and the same --data and database";

async function seedAccount(
  transaction: Transaction,
  { world, pepper, now }: Seeding,
  {
    id,
    signIn: _,
    credits,
    keys,
    hashed,
    ...settings
  }: ConfiguredAccount & { readonly hashed: HashedPassword | undefined },
): Promise<void> {
  await addAccount(transaction, { id, settings, credits, now });
  if (hashed !== undefined) await replaceSignIn(transaction, { accountId: id, hashed });
  for (const { name, scopes, cap, secret, revoked } of keys) {
    // A key that begins as revoked is only there to be refused.
    if (revoked) continue;
    const hash = hashSecret(secret, pepper);
    const others = sql`SELECT 1 FROM bearers WHERE hash = ${hash}`;
    if ((await transaction.get(others)) !== undefined) {
      world.log.warn(
        { account: id, key: name },
        "a key in the configuration already belongs to another account",
      );
      continue;
    }
    await addCredential(transaction, {
      id: randomUuid(world),
      accountId: id,
      name,
      scopes,
      cap,
      of: { hash },
      now,
    });
  }
}

/** The credentials of the demo account, for programs and for people. */
export interface DemoSecrets {
  readonly key: string;
  readonly signIn: { readonly accountId: string; readonly secret: string };
}

const keyName = "demo";
/** What the database notes once they were shown. */
const shown = 1;

/**
 * New secrets for the demo account, for the caller to show. They are made only once: null if they were made before, if the service has a public address, or
 * if there is no demo account. If a crash happens before the secrets are shown, make new ones with the operator's commands.
 */
export async function handOverDemo(
  making: KeyMaking & { readonly store: Store; readonly config: ServiceConfig },
): Promise<DemoSecrets | null> {
  const { store, config, pepper } = making;
  const accountId = demoAccountId;
  const secret = newSignInSecret();
  const hashed = await hashPassword(secret, pepper);
  return store.write(async (transaction) => {
    await transaction.lock("start");
    if (!(await isAwaited(transaction, config))) return null;
    await configure(transaction, "demo", shown);
    await replaceSignIn(transaction, { accountId, hashed });
    const key = await replaceKey({ ...making, store: transaction }, { accountId, name: keyName, scopes });
    return { key, signIn: { accountId, secret } };
  });
}

/** Whether the secrets are still to be shown. Leaves alone a key of that name that an earlier version or a person made. */
async function isAwaited(database: Database, { accounts, publicUrl }: ServiceConfig): Promise<boolean> {
  if (accounts.length > 0 || publicUrl !== null) return false;
  const known = await database.get(
    sql`SELECT 1 FROM accounts WHERE id = ${demoAccountId} AND NOT EXISTS (SELECT 1 FROM configured WHERE name = 'demo' AND value = ${shown})
     AND NOT EXISTS (SELECT 1 FROM credentials WHERE account_id = accounts.id AND kind = 'key' AND name = ${keyName})`,
  );
  return known !== undefined;
}
