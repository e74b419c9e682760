import type { Scope } from "../../contract/operations.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import { refused } from "../refusal.ts";
import type { Store } from "../store/store.ts";
import { addKey, countCredentials, revokeKeys } from "./credentials.ts";
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
  /** The most keys and connections that a reader may hold at once. */
  readonly keysMost: number;
}

/**
 * Makes a key without a cap and returns its secret, which is stored nowhere. An older key of the same name is revoked. Refuses with 409
 * when the account holds as many keys as it may.
 */
export function mintKey({ store, world, pepper, now }: KeyMaking, wish: KeyWish): string {
  return store.write(() => {
    const { accountId, name } = wish;
    revokeKeys(store, accountId, { name, now });
    if (countCredentials(store, accountId) >= wish.keysMost) {
      throw refused(409, "This account has as many keys and connections as it may have. Revoke one first.");
    }
    const secret = newSecret();
    const hash = hashSecret(secret, pepper);
    addKey(store, { id: randomUuid(world), accountId, name, scopes: wish.scopes, cap: null, hash, now });
    return secret;
  });
}
