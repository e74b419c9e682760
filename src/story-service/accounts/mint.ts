import { limits } from "../../contract/limits.ts";
import type { Scope } from "../../contract/operations.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import type { ServiceConfig } from "../config/config.ts";
import { refused } from "../refusal.ts";
import type { Database } from "../store/store.ts";
import { addKey, countCredentials, hasKey, revokeKeys } from "./credentials.ts";
import { hashSecret, type Peppers } from "./peppers.ts";
import { newSecret } from "./secrets.ts";

export interface KeyMaking {
  readonly database: Database;
  readonly world: Pick<World, "random">;
  readonly pepper: Peppers;
  readonly now: number;
}

export interface KeyWish {
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Credits per UTC month; null: no cap. */
  readonly cap: number | null;
  /** The maximum number of keys and connections per account. */
  readonly keysMost: number;
}

/** Creates a key and returns its secret, which is not stored. Refuses with 409 if the account has a key with that name or has reached its limit. */
export function mintKey({ database, world, pepper, now }: KeyMaking, wish: KeyWish): Promise<string> {
  return database.write(async (transaction) => {
    const { accountId, name, scopes, cap } = wish;
    await transaction.lock({ account: accountId });
    if (await hasKey(transaction, accountId, { name, now })) {
      throw refused(
        409,
        "There is a key of this name already. Choose another name, or revoke that key first.",
      );
    }
    await checkRoom(transaction, { accountId, keysMost: wish.keysMost, now });
    const secret = newSecret("key");
    await addKey(transaction, {
      id: randomUuid(world),
      accountId,
      name,
      scopes,
      cap,
      hash: hashSecret(secret, pepper),
      now,
    });
    return secret;
  });
}

/** Creates an uncapped key, and revokes an older one with the same name. */
export function replaceKey(making: KeyMaking, wish: Omit<KeyWish, "cap">): Promise<string> {
  const { database, now } = making;
  return database.write(async (transaction) => {
    await transaction.lock({ account: wish.accountId });
    await revokeKeys(transaction, wish.accountId, { name: wish.name, now });
    return mintKey({ ...making, database: transaction }, { ...wish, cap: null });
  });
}

/** Stores the limits that commands outside the running service keep, too. */
export async function keepLimits(
  database: Database,
  { keys, freeDailyCredits }: Pick<ServiceConfig["limits"], "keys" | "freeDailyCredits">,
): Promise<void> {
  const sql = "INSERT INTO configured VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
  await database.run(sql, "keys", keys);
  await database.run(sql, "free-daily-credits", freeDailyCredits);
}

/** The daily budget of all free accounts, as configured at the service's last start; null if that was of an earlier version. */
export async function readFreeDailyCredits(database: Database): Promise<number | null> {
  const row = await database.get<{ value: number }>(
    "SELECT value FROM configured WHERE name = 'free-daily-credits'",
  );
  return row?.value ?? null;
}

/** The limit of keys and connections per account, as configured at the service's last start. */
export async function readKeysMost(database: Database): Promise<number> {
  const row = await database.get<{ value: number }>("SELECT value FROM configured WHERE name = 'keys'");
  return row?.value ?? limits.keysPerReader;
}

/** Refuses with 409 a key or connection beyond the account's limit (interface part 8). */
export async function checkRoom(
  database: Database,
  { accountId, keysMost, now }: { accountId: string; keysMost: number; now: number },
): Promise<void> {
  if ((await countCredentials(database, accountId, now)) < keysMost) return;
  throw refused(409, "This account has as many keys and connections as it may have. Revoke one first.");
}
