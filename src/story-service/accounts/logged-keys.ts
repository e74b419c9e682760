import type { Database } from "../store/store.ts";
import { type Actor, appendLog } from "./audit-log.ts";
import { findHolding, revokeCredential } from "./credentials.ts";
import { type KeyMaking, type KeyWish, mintKey } from "./mint.ts";

/** Creates a key as `mintKey` does, and logs who did. */
export function mintLoggedKey(making: KeyMaking, wish: KeyWish, actor: Actor): Promise<string> {
  return making.database.write(async (database) => {
    const secret = await mintKey({ ...making, database }, wish);
    const { accountId, name, scopes, cap } = wish;
    await appendLog(database, {
      at: making.now,
      actor,
      what: "key made",
      accountId,
      details: { name, scopes, cap },
    });
    return secret;
  });
}

/** Revokes a key or connection as `revokeCredential` does, and logs who did; false if the account has no such live one. */
export function revokeLogged(
  database: Database,
  { accountId, id, now }: { readonly accountId: string; readonly id: string; readonly now: number },
  actor: Actor,
): Promise<boolean> {
  return database.write(async (transaction) => {
    if (!(await revokeCredential(transaction, { accountId, id, now }))) return false;
    const { kind, name } = await findHolding(transaction, id);
    await appendLog(transaction, {
      at: now,
      actor,
      what: kind === "key" ? "key revoked" : "connection revoked",
      accountId,
      details: { name },
    });
    return true;
  });
}
