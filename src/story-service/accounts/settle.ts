import { randomUuid, type World } from "../../shared/world.ts";
import type { ConfiguredAccount, ServiceConfig } from "../config.ts";
import { accountSettingsSchema } from "../config-schema.ts";
import type { Store } from "../store/store.ts";
import { putAccount, readAccounts } from "./accounts.ts";
import { addKey } from "./credentials.ts";
import { keepKeysMost } from "./mint.ts";
import { hashSecret } from "./secrets.ts";

/** The account created in an empty data folder if the configuration names none. */
export const demoAccountId = "demo";

/** Enough to rehearse a small publisher's year: over a thousand stories with audiobook. */
const demoCredits = 100_000;

export interface Settling {
  readonly store: Store;
  readonly world: Pick<World, "random">;
  readonly pepper: Buffer;
  readonly now: number;
}

/**
 * Updates accounts and keys from the configuration, in one transaction: creates new ones, updates the settings of existing ones, and never touches
 * money. Without any account, creates the demo account, still without credentials: `handOverDemo` makes those.
 */
export function settleAccounts(settling: Settling, config: ServiceConfig): void {
  settling.store.write(() => {
    keepKeysMost(settling.store, config.limits.keys);
    for (const account of config.accounts) settleAccount(settling, account);
    if (readAccounts(settling.store).size > 0) return;
    const { store, now } = settling;
    putAccount(store, {
      id: demoAccountId,
      settings: accountSettingsSchema.parse({}),
      credits: demoCredits,
      now,
    });
  });
}

function settleAccount(
  settling: Settling,
  { id, signIn, credits, keys, ...settings }: ConfiguredAccount,
): void {
  putAccount(settling.store, { id, settings, credits, now: settling.now });
  for (const key of keys) settleKey(settling, id, key);
}

/**
 * A configured key is identified by its secret. `revoked` can be undone in the file, but a key revoked while the service ran stays revoked. A key
 * whose secret was replaced in the file no longer works.
 */
function settleKey(settling: Settling, accountId: string, key: ConfiguredAccount["keys"][number]): void {
  const { store, pepper, now } = settling;
  const hash = hashSecret(key.secret, pepper);
  const known = store.get<{ credential_id: string }>(
    "SELECT credential_id FROM bearers WHERE hash = ?",
    hash,
  );
  const id = known?.credential_id ?? randomUuid(settling.world);
  if (known === undefined) {
    addKey(store, { id, accountId, name: key.name, scopes: key.scopes, cap: key.cap, hash, now });
  }
  store.run(
    `UPDATE credentials SET revoked_at = ?
     WHERE account_id = ? AND name = ? AND kind = 'key' AND id <> ? AND revoked_at IS NULL`,
    ...[now, accountId, key.name, id],
  );
  store.run(
    "UPDATE credentials SET account_id = ?, name = ?, scopes = ?, cap = ?, withdrawn = ? WHERE id = ?",
    ...[accountId, key.name, JSON.stringify(key.scopes), key.cap, key.revoked ? 1 : 0, id],
  );
}
