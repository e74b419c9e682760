import { randomUuid, type World } from "../../shared/world.ts";
import type { ConfiguredAccount, ServiceConfig } from "../config/config.ts";
import { accountSettingsSchema } from "../config/config-schema.ts";
import type { Store, Transaction } from "../store/store.ts";
import { addAccount, configureAccount, readAccounts } from "./accounts.ts";
import { addKey } from "./credentials.ts";
import { isDeleted } from "./deleted-accounts.ts";
import { keepLimits } from "./mint.ts";
import { type Peppers, rehash, storedHash } from "./peppers.ts";

/** The account created in an empty data folder if the configuration names none and has no public address. */
export const demoAccountId = "demo";

/** Enough to rehearse a small publisher's year: over a thousand stories with audiobook. */
const demoCredits = 100_000;

export interface Settling {
  readonly store: Store;
  readonly world: Pick<World, "random">;
  readonly pepper: Peppers;
  readonly now: number;
}

/**
 * Updates accounts and keys from the configuration, in one transaction: creates new ones, updates what it says anew about existing ones, and never
 * touches money. Without any account, creates the demo account, still without credentials: `handOverDemo` makes those; but not at a public address,
 * where its credits would be anybody's who reads the log. Resolves with the ids of accounts that were deleted and stay so.
 */
export function settleAccounts({ store, ...settling }: Settling, config: ServiceConfig): Promise<string[]> {
  return store.write(async (transaction) => {
    await transaction.lock("start");
    await keepLimits(transaction, config.limits);
    const deleted: string[] = [];
    for (const account of config.accounts) {
      if (await isDeleted(transaction, account.id, settling.pepper)) deleted.push(account.id);
      else await settleAccount({ ...settling, transaction }, account);
    }
    if ((await readAccounts(transaction)).size > 0 || config.publicUrl !== null) return deleted;
    await addAccount(transaction, {
      id: demoAccountId,
      settings: accountSettingsSchema.parse({}),
      credits: demoCredits,
      now: settling.now,
    });
    return deleted;
  });
}

type AccountSettling = Omit<Settling, "store"> & { readonly transaction: Transaction };

async function settleAccount(
  settling: AccountSettling,
  { id, signIn, credits, keys, ...settings }: ConfiguredAccount,
): Promise<void> {
  await configureAccount(settling.transaction, { id, settings, credits, now: settling.now });
  for (const key of keys) await settleKey(settling, id, key);
}

/**
 * A configured key is identified by its secret. `revoked` can be undone in the file, but a key revoked while the service ran stays revoked. A key
 * whose secret was replaced in the file no longer works.
 */
async function settleKey(
  settling: AccountSettling,
  accountId: string,
  key: ConfiguredAccount["keys"][number],
): Promise<void> {
  const { transaction, pepper, now } = settling;
  const hash = await storedHash({ database: transaction, pepper }, "bearers", key.secret);
  const known = await transaction.get<{ credential_id: string }>(
    "SELECT credential_id FROM bearers WHERE hash = ?",
    hash,
  );
  const id = known?.credential_id ?? randomUuid(settling.world);
  if (known === undefined) {
    await addKey(transaction, { id, accountId, name: key.name, scopes: key.scopes, cap: key.cap, hash, now });
  } else await rehash({ database: transaction, pepper }, "bearers", { secret: key.secret, hash });
  await transaction.run(
    `UPDATE credentials SET revoked_at = ?
     WHERE account_id = ? AND name = ? AND kind = 'key' AND id <> ? AND revoked_at IS NULL`,
    now,
    accountId,
    key.name,
    id,
  );
  await transaction.run(
    "UPDATE credentials SET account_id = ?, name = ?, scopes = ?, cap = ?, withdrawn = ? WHERE id = ?",
    accountId,
    key.name,
    JSON.stringify(key.scopes),
    key.cap,
    key.revoked ? 1 : 0,
    id,
  );
}
