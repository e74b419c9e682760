import { limits } from "../../contract/limits.ts";
import type { Scope } from "../../contract/operations.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import type { ServiceConfig } from "../config/config.ts";
import { refused } from "../refusal.ts";
import {
  configure,
  type Database,
  insert,
  readConfigured,
  type Sql,
  type Store,
  sql,
  type Transaction,
} from "../store/store.ts";
import { type Account, accountOf } from "./accounts.ts";
import { type Actor, appendLog } from "./audit-log.ts";
import { hashSecret, newSecret, type Pepper } from "./pepper.ts";

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

/** Adds a key. `hash`: the keyed hash of its secret. */
export async function addKey(
  transaction: Transaction,
  { hash, ...key }: NewCredential & { readonly hash: string },
): Promise<void> {
  await addCredential(transaction, { ...key, kind: "key", clientId: null });
  await addBearer(transaction, { hash, credentialId: key.id, expiresAt: null, scopes: null });
}

/** Adds a key, or a connection without tokens for the client that a person consented to. */
export async function addCredential(
  transaction: Transaction,
  credential: NewCredential & { readonly kind: "key" | "connection"; readonly clientId: string | null },
): Promise<void> {
  const { accountId, scopes, clientId, now, ...row } = credential;
  const kept = {
    account_id: accountId,
    scopes: JSON.stringify(scopes),
    client_id: clientId,
    created_at: now,
  };
  await transaction.run(insert("credentials", { ...row, ...kept }));
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
  const restricted = scopes === null ? null : JSON.stringify(scopes);
  const bearer = { hash, credential_id: credentialId, expires_at: expiresAt, scopes: restricted };
  await transaction.run(insert("bearers", bearer));
}

/** A credential and its account. */
export interface Owned {
  readonly credential: Credential;
  readonly account: Account;
}

interface Row {
  readonly id: string;
  readonly account_id: string;
  readonly scopes: string;
  readonly cap: number | null;
  readonly last_used_at: number | null;
  readonly settings: string;
}

/**
 * The live credential for a hash, with its account as it is now; `null`, without a reason, if the credential is unknown, revoked or expired.
 */
export async function findCredential(
  store: Store,
  { hash, now }: { readonly hash: string; readonly now: number },
): Promise<Owned | null> {
  const row = await store.get<Row>(
    sql`SELECT credentials.id, account_id, COALESCE(bearers.scopes, credentials.scopes) AS scopes, cap, last_used_at, settings
     FROM bearers JOIN credentials ON credentials.id = bearers.credential_id JOIN accounts ON accounts.id = account_id
     WHERE hash = ${hash} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`,
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
  return { credential, account };
}

const isLive = (now: number): Sql => sql`revoked_at IS NULL AND (ends_at IS NULL OR ends_at > ${now})`;

/** Number of keys and connections that count against the account's limit: revoked and expired ones are excluded (interface part 8). */
export async function countCredentials(database: Database, accountId: string, now: number): Promise<number> {
  const row = await database.get<{ n: number }>(
    sql`SELECT COUNT(*) AS n FROM credentials WHERE account_id = ${accountId} AND ${isLive(now)}`,
  );
  return row?.n ?? 0;
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
    sql`SELECT id, kind, name, scopes, cap, created_at AS "createdAt", last_used_at AS "lastUsedAt"
       FROM credentials WHERE account_id = ${accountId} AND ${isLive(now)} ORDER BY kind DESC, created_at, rowid`,
  );
  return rows.map((row) => ({ ...row, scopes: JSON.parse(row.scopes) as Scope[] }));
}

// The last use is recorded at most once per minute: a durable write per call would cost more than it is worth.
const lastUseStepMs = 60_000;

export async function noteUse(database: Database, credential: Credential, now: number): Promise<void> {
  if (credential.lastUsedAt !== null && Math.abs(now - credential.lastUsedAt) < lastUseStepMs) return;
  await database.run(sql`UPDATE credentials SET last_used_at = ${now} WHERE id = ${credential.id}`);
}

export interface KeyMaking {
  readonly database: Database;
  readonly world: Pick<World, "random">;
  readonly pepper: Pepper;
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

/**
 * Creates a key, logs who created it, and returns its secret, which is not stored. Refuses with 409 if the account has a key with that name or has
 * reached its limit.
 */
export function mintKey(
  { database, world, pepper, now }: KeyMaking,
  { keysMost, ...wish }: KeyWish,
  actor: Actor,
): Promise<string> {
  return database.write(async (transaction) => {
    const { accountId, name, scopes, cap } = wish;
    await transaction.lock({ account: accountId });
    const namesake = sql`SELECT 1 FROM credentials
      WHERE account_id = ${accountId} AND name = ${name} AND kind = 'key' AND ${isLive(now)}`;
    if ((await transaction.get(namesake)) !== undefined) {
      throw refused(
        409,
        "There is already a key with this name. Choose another name, or revoke that key first.",
      );
    }
    await checkRoom(transaction, { accountId, keysMost, now });
    const secret = newSecret("key");
    await addKey(transaction, { ...wish, id: randomUuid(world), hash: hashSecret(secret, pepper), now });
    const details = { name, scopes, cap };
    await appendLog(transaction, { at: now, actor, what: "key made", accountId, details });
    return secret;
  });
}

/** Creates an uncapped key for the service itself, and revokes any older key with the same name. */
export function replaceKey(making: KeyMaking, wish: Omit<KeyWish, "cap">): Promise<string> {
  const { database, now } = making;
  return database.write(async (transaction) => {
    await transaction.lock({ account: wish.accountId });
    await transaction.run(
      sql`UPDATE credentials SET revoked_at = ${now}
       WHERE account_id = ${wish.accountId} AND name = ${wish.name} AND kind = 'key' AND revoked_at IS NULL`,
    );
    return mintKey({ ...making, database: transaction }, { ...wish, cap: null }, "service");
  });
}

/** Stores the limits that commands outside the running service must also respect. */
export async function keepLimits(
  database: Database,
  { keys, freeDailyCredits }: Pick<ServiceConfig["limits"], "keys" | "freeDailyCredits">,
): Promise<void> {
  await configure(database, "keys", keys);
  await configure(database, "free-daily-credits", freeDailyCredits);
}

/** The daily budget of all free accounts, as configured at the service's last start; null if that start was of an earlier version. */
export async function readFreeDailyCredits(database: Database): Promise<number | null> {
  return readConfigured(database, "free-daily-credits");
}

/** The limit on the number of keys and connections per account, as configured at the service's last start. */
export async function readKeysMost(database: Database): Promise<number> {
  return (await readConfigured(database, "keys")) ?? limits.keysPerReader;
}

/** Refuses with 409 a key or connection beyond the account's limit (interface part 8). */
export async function checkRoom(
  database: Database,
  { accountId, keysMost, now }: { accountId: string; keysMost: number; now: number },
): Promise<void> {
  if ((await countCredentials(database, accountId, now)) < keysMost) return;
  throw refused(409, "This account has the maximum number of keys and connections. Revoke one first.");
}

/**
 * Revokes a key or connection permanently, with effect from its next request, and logs who did so. Returns false, and changes nothing, if the account has
 * no such live key or connection.
 */
export function revokeCredential(
  database: Database,
  { accountId, id, now }: { readonly accountId: string; readonly id: string; readonly now: number },
  actor: Actor,
): Promise<boolean> {
  return database.write(async (transaction) => {
    const held = await transaction.get<{ kind: "key" | "connection"; name: string }>(
      sql`SELECT kind, name FROM credentials WHERE id = ${id} AND account_id = ${accountId} AND revoked_at IS NULL`,
    );
    const revoke = sql`UPDATE credentials SET revoked_at = ${now} WHERE id = ${id} AND revoked_at IS NULL`;
    if (held === undefined || (await transaction.run(revoke)) === 0) return false;
    const { kind, name } = held;
    const what = kind === "key" ? "key revoked" : "connection revoked";
    await appendLog(transaction, { at: now, actor, what, accountId, details: { name } });
    return true;
  });
}
