import type { Scope } from "../../contract/operations.ts";
import type { Piece } from "../limits/call-log.ts";
import type { Database, Store, Transaction } from "../store/store.ts";
import { type Account, accountOf } from "./accounts.ts";
import { placesOf } from "./peppers.ts";

/** A key or a connection: what a caller may do, and how much it may spend per UTC month. */
export interface Credential {
  readonly id: string;
  readonly accountId: string;
  readonly scopes: readonly Scope[];
  /** Credits per UTC month; null: no cap. */
  readonly cap: number | null;
  readonly lastUsedAt: number | null;
}

interface NewCredential {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly cap: number | null;
  readonly now: number;
}

export interface NewKey extends NewCredential {
  /** The keyed hash of the secret. */
  readonly hash: string;
}

export async function addKey(transaction: Transaction, key: NewKey): Promise<void> {
  await addCredential(transaction, "key", key);
  await addBearer(transaction, { hash: key.hash, credentialId: key.id, expiresAt: null, scopes: null });
}

/** Adds a connection without tokens, for the client that a person consented to. */
export async function addConnection(
  transaction: Transaction,
  connection: NewCredential & { readonly clientId: string },
): Promise<void> {
  await addCredential(transaction, "connection", connection);
  await transaction.run(
    "UPDATE credentials SET client_id = ? WHERE id = ?",
    connection.clientId,
    connection.id,
  );
}

async function addCredential(
  transaction: Transaction,
  kind: "key" | "connection",
  credential: NewCredential,
): Promise<void> {
  const { id, accountId, name, scopes, cap, now } = credential;
  await transaction.run(
    "INSERT INTO credentials (id, account_id, kind, name, scopes, cap, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    id,
    accountId,
    kind,
    name,
    JSON.stringify(scopes),
    cap,
    now,
  );
}

export interface NewBearer {
  readonly hash: string;
  readonly credentialId: string;
  readonly expiresAt: number | null;
  /** The scopes that it is restricted to; null: all of its credential's. */
  readonly scopes: readonly Scope[] | null;
}

export async function addBearer(
  transaction: Transaction,
  { hash, credentialId, expiresAt, scopes }: NewBearer,
): Promise<void> {
  await transaction.run(
    "INSERT INTO bearers (hash, credential_id, expires_at, scopes) VALUES (?, ?, ?, ?)",
    hash,
    credentialId,
    expiresAt,
    scopes === null ? null : JSON.stringify(scopes),
  );
}

/** A credential and whose it is. */
export interface Owned {
  readonly credential: Credential;
  readonly account: Account;
  /** Under which its secret is stored. */
  readonly hash: string;
}

interface Row {
  /** Of the address, in ms. */
  readonly wait: number;
  readonly id: string;
  readonly account_id: string;
  readonly scopes: string;
  readonly cap: number | null;
  readonly last_used_at: number | null;
  readonly settings: string;
  readonly hash: string;
}

/**
 * The live credential for one of some hashes with its account as it is now, or `null`: unknown, revoked and expired look the same. In the same statement,
 * how long the address that it came from must wait.
 */
export async function findCredential(
  store: Store,
  { hashes, now }: { readonly hashes: readonly string[]; readonly now: number },
  wait: Piece,
): Promise<(Owned & { readonly waitMs: number }) | null> {
  const row = await store.repeated<Row>(
    `SELECT ${wait.sql} AS wait, credentials.id, account_id, COALESCE(bearers.scopes, credentials.scopes) AS scopes, cap, last_used_at, settings, hash
     FROM bearers JOIN credentials ON credentials.id = bearers.credential_id JOIN accounts ON accounts.id = account_id
     WHERE hash IN (${placesOf(hashes)}) AND revoked_at IS NULL AND withdrawn = 0 AND (expires_at IS NULL OR expires_at > ?)`,
    ...wait.values,
    ...hashes,
    now,
  );
  if (row === undefined) return null;
  const credential = {
    id: row.id,
    accountId: row.account_id,
    scopes: JSON.parse(row.scopes) as Scope[],
    cap: row.cap,
    lastUsedAt: row.last_used_at,
  };
  const account = accountOf({ id: row.account_id, settings: row.settings });
  return { waitMs: row.wait, credential, account, hash: row.hash };
}

/** Revokes an account's keys with a name permanently, effective on their next request. */
export async function revokeKeys(
  database: Database,
  accountId: string,
  { name, now }: { name: string; now: number },
): Promise<void> {
  await database.run(
    `UPDATE credentials SET revoked_at = ?
     WHERE account_id = ? AND name = ? AND kind = 'key' AND revoked_at IS NULL`,
    now,
    accountId,
    name,
  );
}

/** Revokes a key or connection permanently, effective on its next request; false if the account has no such live one. */
export async function revokeCredential(
  database: Database,
  { accountId, id, now }: { accountId: string; id: string; now: number },
): Promise<boolean> {
  const revoked = await database.run(
    "UPDATE credentials SET revoked_at = ? WHERE id = ? AND account_id = ? AND revoked_at IS NULL",
    now,
    id,
    accountId,
  );
  return revoked > 0;
}

/** The kind and the name of an existing key or connection. */
export async function findHolding(
  database: Database,
  id: string,
): Promise<{ readonly kind: "key" | "connection"; readonly name: string }> {
  const row = await database.get<{ kind: "key" | "connection"; name: string }>(
    "SELECT kind, name FROM credentials WHERE id = ?",
    id,
  );
  return row ?? { kind: "key", name: "" };
}

const isLive = "revoked_at IS NULL AND withdrawn = 0 AND (ends_at IS NULL OR ends_at > ?)";

/** Number of keys and connections that count against the account's limit: not the revoked and expired ones (interface part 8). */
export async function countCredentials(database: Database, accountId: string, now: number): Promise<number> {
  const row = await database.get<{ n: number }>(
    `SELECT COUNT(*) AS n FROM credentials WHERE account_id = ? AND ${isLive}`,
    accountId,
    now,
  );
  return row?.n ?? 0;
}

/** Whether an account has a live key with this name. */
export async function hasKey(
  database: Database,
  accountId: string,
  { name, now }: { name: string; now: number },
): Promise<boolean> {
  const sql = `SELECT id FROM credentials WHERE account_id = ? AND name = ? AND kind = 'key' AND ${isLive}`;
  return (await database.get(sql, accountId, name, now)) !== undefined;
}

/** A key or a connection as its owner sees it. */
export interface ListedCredential {
  readonly id: string;
  readonly kind: "key" | "connection";
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly cap: number | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** An account's live keys and connections, the oldest first. */
export async function listCredentials(
  database: Database,
  accountId: string,
  now: number,
): Promise<ListedCredential[]> {
  const rows = await database.all<Omit<ListedCredential, "scopes"> & { scopes: string }>(
    `SELECT id, kind, name, scopes, cap, created_at AS "createdAt", last_used_at AS "lastUsedAt"
       FROM credentials WHERE account_id = ? AND ${isLive} ORDER BY kind DESC, created_at, rowid`,
    accountId,
    now,
  );
  return rows.map((row) => ({ ...row, scopes: JSON.parse(row.scopes) as Scope[] }));
}

// The last use is recorded at most once per minute: a durable write per call would cost more than it is worth.
const lastUseStepMs = 60_000;

export async function noteUse(database: Database, credential: Credential, now: number): Promise<void> {
  if (credential.lastUsedAt !== null && Math.abs(now - credential.lastUsedAt) < lastUseStepMs) return;
  await database.run("UPDATE credentials SET last_used_at = ? WHERE id = ?", now, credential.id);
}
