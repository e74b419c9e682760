import { randomBytes } from "node:crypto";
import type { ServiceConfig } from "../config/config.ts";
import type { Store, Transaction } from "../store/store.ts";
import { findAccount } from "./accounts.ts";
import { type HashedPassword, hashPassword, isCurrent, isHashingBusy, isPassword } from "./passwords.ts";
import type { Peppers } from "./peppers.ts";

const ownSecretBytes = 15;

/** A generated sign-in secret, for an account that the service created itself. */
export function newSignInSecret(): string {
  return randomBytes(ownSecretBytes).toString("base64url");
}

interface KnownSignIn extends HashedPassword {
  readonly byOperator: number;
}

async function findSignIn(store: Store, accountId: string): Promise<KnownSignIn | null> {
  const sql = `SELECT salt, hash, by_operator AS "byOperator" FROM sign_ins WHERE account_id = ?`;
  return (await store.get<KnownSignIn>(sql, accountId)) ?? null;
}

export interface SignIns {
  readonly store: Store;
  readonly pepper: Peppers;
}

export interface SignIn {
  readonly accountId: string;
  readonly secret: string;
}

/** Whether another sign-in may be tried now: each costs time, so a burst is turned away instead of queued without end. */
export function maySignIn(): boolean {
  return !isHashingBusy();
}

/** Whether the secret is the account's. Slow on purpose, for unknown accounts too. */
export async function isSignIn({ store, pepper }: SignIns, { accountId, secret }: SignIn): Promise<boolean> {
  const known = await findSignIn(store, accountId);
  // In this order: another process may have rotated the pepper, and stored the secret under the new one.
  await pepper.refresh(store);
  if (!(await isPassword(secret, known, pepper)) || known === null) return false;
  if (!isCurrent(known, pepper)) {
    const { salt, hash } = await hashPassword(secret, pepper);
    const sql = "UPDATE sign_ins SET salt = ?, hash = ? WHERE account_id = ? AND hash = ?";
    await store.run(sql, salt, hash, accountId, known.hash);
  }
  return true;
}

/** Sets an account's sign-in secret and ends its sessions; null disables signing in. */
export async function putSignIn(
  { store, pepper }: SignIns,
  { accountId, secret }: { readonly accountId: string; readonly secret: string | null },
): Promise<void> {
  const hashed = secret === null ? null : await hashPassword(secret, pepper);
  await store.write((transaction) => replaceSignIn(transaction, { accountId, hashed, byOperator: false }));
}

/** Replaces an account's hashed sign-in secret and ends its sessions. `byOperator`: a configuration that names no secret leaves it. */
export async function replaceSignIn(
  transaction: Transaction,
  {
    accountId,
    hashed,
    byOperator,
  }: { readonly accountId: string; readonly hashed: HashedPassword | null; readonly byOperator: boolean },
): Promise<void> {
  await transaction.run("DELETE FROM sign_ins WHERE account_id = ?", accountId);
  await transaction.run("DELETE FROM sessions WHERE account_id = ?", accountId);
  if (hashed === null) return;
  await transaction.run(
    "INSERT INTO sign_ins (account_id, salt, hash, by_operator) VALUES (?, ?, ?, ?)",
    accountId,
    hashed.salt,
    hashed.hash,
    byOperator ? 1 : 0,
  );
}

/**
 * Updates the sign-in secrets from the configuration. An unchanged one keeps its sessions; one that the operator set stays where the file names none.
 */
export async function settleSignIns(signIns: SignIns, { accounts }: ServiceConfig): Promise<void> {
  for (const { id: accountId, signIn: secret } of accounts) {
    // A deleted one is not there.
    if ((await findAccount(signIns.store, accountId)) === null) continue;
    const known = await findSignIn(signIns.store, accountId);
    const same =
      secret === null
        ? known === null || known.byOperator !== 0
        : known !== null && (await isSignIn(signIns, { accountId, secret }));
    if (!same) await putSignIn(signIns, { accountId, secret });
  }
}
