import { limits } from "../../contract/limits.ts";
import type { Scope } from "../../contract/operations.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import { refused } from "../refusal.ts";
import type { Store } from "../store/store.ts";
import { addKey, countCredentials, hasKey, revokeKeys } from "./credentials.ts";
import { hashSecret, newSecret } from "./secrets.ts";

export interface KeyMaking {
  readonly store: Store;
  readonly world: Pick<World, "random">;
  readonly pepper: Buffer;
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
export function mintKey({ store, world, pepper, now }: KeyMaking, wish: KeyWish): string {
  return store.write(() => {
    const { accountId, name, scopes, cap } = wish;
    if (hasKey(store, accountId, { name, now })) {
      throw refused(
        409,
        "There is a key of this name already. Choose another name, or revoke that key first.",
      );
    }
    checkRoom(store, { accountId, keysMost: wish.keysMost, now });
    const secret = newSecret("key");
    addKey(store, {
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
export function replaceKey(making: KeyMaking, wish: Omit<KeyWish, "cap">): string {
  const { store, now } = making;
  return store.write(() => {
    revokeKeys(store, wish.accountId, { name: wish.name, now });
    return mintKey(making, { ...wish, cap: null });
  });
}

/** Stores the limit of keys and connections per account, for commands that create keys outside the running service. */
export function keepKeysMost(store: Store, keysMost: number): void {
  store.run("INSERT OR REPLACE INTO configured VALUES ('keys', ?)", keysMost);
}

/** The limit of keys and connections per account, as configured at the service's last start. */
export function readKeysMost(store: Store): number {
  const row = store.get<{ value: number }>("SELECT value FROM configured WHERE name = 'keys'");
  return row?.value ?? limits.keysPerReader;
}

/** Refuses with 409 a key or connection beyond the account's limit (interface part 8). */
export function checkRoom(
  store: Store,
  { accountId, keysMost, now }: { accountId: string; keysMost: number; now: number },
): void {
  if (countCredentials(store, accountId, now) < keysMost) return;
  throw refused(409, "This account has as many keys and connections as it may have. Revoke one first.");
}
