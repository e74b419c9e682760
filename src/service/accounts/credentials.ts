import type { Scope } from "../../contract/operations.ts";
import type { Store } from "../store/store.ts";

/** A key or a connection: what a caller may do, and how much it may spend in a UTC month. */
export interface Credential {
  readonly id: string;
  readonly accountId: string;
  readonly scopes: readonly Scope[];
  /** Credits per UTC month; null: uncapped. */
  readonly cap: number | null;
  readonly lastUsedAt: number | null;
}

export interface NewKey {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly cap: number | null;
  /** The keyed hash of the secret. */
  readonly hash: string;
  readonly now: number;
}

export function addKey(store: Store, key: NewKey): void {
  store.run(
    `INSERT INTO credentials (id, account_id, kind, name, scopes, cap, created_at) VALUES (?, ?, 'key', ?, ?, ?, ?)`,
    ...[key.id, key.accountId, key.name, JSON.stringify(key.scopes), key.cap, key.now],
  );
  store.run("INSERT INTO bearers VALUES (?, ?, NULL)", key.hash, key.id);
}

interface Row {
  readonly id: string;
  readonly account_id: string;
  readonly scopes: string;
  readonly cap: number | null;
  readonly last_used_at: number | null;
}

/** The credential that a hash opens now, or `null`: unknown, revoked and expired look the same. */
export function findCredential(store: Store, hash: string, now: number): Credential | null {
  const row = store.get<Row>(
    `SELECT credentials.id, account_id, scopes, cap, last_used_at FROM bearers
     JOIN credentials ON credentials.id = bearers.credential_id
     WHERE hash = ? AND revoked_at IS NULL AND withdrawn = 0 AND (expires_at IS NULL OR expires_at > ?)`,
    ...[hash, now],
  );
  if (row === undefined) return null;
  return {
    id: row.id,
    accountId: row.account_id,
    scopes: JSON.parse(row.scopes) as Scope[],
    cap: row.cap,
    lastUsedAt: row.last_used_at,
  };
}

/** Revokes an account's keys of a name for good, effective on their next request. */
export function revokeKeys(
  store: Store,
  accountId: string,
  { name, now }: { name: string; now: number },
): void {
  store.run(
    `UPDATE credentials SET revoked_at = ?
     WHERE account_id = ? AND name = ? AND kind = 'key' AND revoked_at IS NULL`,
    ...[now, accountId, name],
  );
}

/** Keys and connections that count against the limit per reader: revoked ones do not (interface part 8). */
export function countCredentials(store: Store, accountId: string): number {
  const row = store.get<{ n: number }>(
    "SELECT COUNT(*) AS n FROM credentials WHERE account_id = ? AND revoked_at IS NULL AND withdrawn = 0",
    accountId,
  );
  return row?.n ?? 0;
}

// A last use is shown to the minute; a durable write for every call would cost more than it tells.
const lastUseStepMs = 60_000;

export function noteUse(store: Store, credential: Credential, now: number): void {
  if (credential.lastUsedAt !== null && Math.abs(now - credential.lastUsedAt) < lastUseStepMs) return;
  store.run("UPDATE credentials SET last_used_at = ? WHERE id = ?", now, credential.id);
}
