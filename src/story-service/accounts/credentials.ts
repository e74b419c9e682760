import { limits } from "../../contract/limits.ts";
import type { Scope } from "../../contract/operations.ts";
import { randomUuid, type World } from "../../shared/world.ts";
import { refused } from "../refusal.ts";
import {
  type Database,
  insert,
  raw,
  readConfigured,
  type Sql,
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

interface NewCredential extends KeyWish {
  readonly id: string;
  readonly now: number;
  /** The keyed hash of a key's secret; a connection gets its tokens later, and belongs to the client that a person consented to. */
  readonly of: { readonly hash: string } | { readonly clientId: string };
}

/** Adds a key or a connection. */
export async function addCredential(transaction: Transaction, wish: NewCredential): Promise<void> {
  const { id, accountId, name, scopes, cap, now, of } = wish;
  const owner = "hash" in of ? { kind: "key" } : { kind: "connection", client_id: of.clientId };
  const what = { name, cap, scopes: JSON.stringify(scopes) };
  await transaction.run(
    insert("credentials", { id, account_id: accountId, ...what, created_at: now, ...owner }),
  );
  if ("hash" in of) await transaction.run(insert("bearers", { hash: of.hash, credential_id: id }));
}

/** The owner of a credential. */
export interface Visitor {
  readonly account: Account;
  readonly credential: Credential;
}

/**
 * The live credential for a hash, with its account as it is now; `null`, without a reason, if the credential is unknown, revoked or expired. Also tells the
 * `wait` of a limit, in the same statement: every call waits for it.
 */
export async function findCredential(
  database: Database,
  { hash, now, wait }: { readonly hash: string; readonly now: number; readonly wait: number | Sql },
): Promise<(Visitor & { readonly waitMs: number }) | null> {
  const row = await database.get<
    Omit<Credential, "scopes"> & { scopes: string; settings: string; wait: number }
  >(
    sql`SELECT credentials.id, account_id AS "accountId", scopes, cap, last_used_at AS "lastUsedAt", settings, ${wait} AS wait
      FROM bearers JOIN credentials ON credentials.id = bearers.credential_id JOIN accounts ON accounts.id = account_id
      WHERE hash = ${hash} AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`,
  );
  if (row === undefined) return null;
  const { id, accountId, scopes, cap, lastUsedAt, settings, wait: waitMs } = row;
  return {
    credential: { id, accountId, scopes: JSON.parse(scopes) as Scope[], cap, lastUsedAt },
    account: accountOf({ id: accountId, settings }),
    waitMs,
  };
}

const isLive = (now: number): Sql => sql`revoked_at IS NULL AND (ends_at IS NULL OR ends_at > ${now})`;

/** A key or a connection as its owner sees it. */
export interface ListedCredential extends Credential {
  readonly kind: "key" | "connection";
  readonly name: string;
  readonly createdAt: number;
}

/** The live keys and connections of an account, or of all, the oldest first. */
export async function listCredentials(
  database: Database,
  accountId: string | null,
  now: number,
): Promise<ListedCredential[]> {
  const whose = accountId === null ? raw("") : sql`account_id = ${accountId} AND`;
  const rows = await database.all<Omit<ListedCredential, "scopes"> & { scopes: string }>(
    sql`SELECT id, account_id AS "accountId", kind, name, scopes, cap, created_at AS "createdAt", last_used_at AS "lastUsedAt"
       FROM credentials WHERE ${whose} ${isLive(now)} ORDER BY account_id, kind DESC, created_at, rowid`,
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
  readonly store: Database;
  readonly world: Pick<World, "random">;
  readonly pepper: Pepper;
  readonly now: number;
}

interface KeyWish {
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Credits per UTC month; null: no cap. */
  readonly cap: number | null;
}

const keyNamed = ({ accountId, name }: Pick<KeyWish, "accountId" | "name">): Sql =>
  sql`account_id = ${accountId} AND name = ${name} AND kind = 'key' AND revoked_at IS NULL`;

/**
 * Creates a key, logs who created it, and returns its secret, which is not stored. Refuses with 409 if the account has a key with that name or has
 * reached its limit.
 */
export function mintKey(making: KeyMaking, wish: KeyWish, actor: Actor): Promise<string> {
  return making.store.write(async (transaction) => {
    const { accountId } = wish;
    await transaction.lock({ account: accountId });
    if ((await transaction.get(sql`SELECT 1 FROM credentials WHERE ${keyNamed(wish)}`)) !== undefined) {
      throw refused(
        409,
        "There is already a key with this name. Choose another name, or revoke that key first.",
      );
    }
    await checkRoom(transaction, accountId, making.now);
    return makeKey(transaction, making, wish, actor);
  });
}

/** Creates an uncapped key for the service itself, which does not count against the limit, and revokes any older key with the same name. */
export function replaceKey(making: KeyMaking, wish: Omit<KeyWish, "cap">): Promise<string> {
  return making.store.write(async (transaction) => {
    await transaction.lock({ account: wish.accountId });
    await transaction.run(sql`UPDATE credentials SET revoked_at = ${making.now} WHERE ${keyNamed(wish)}`);
    return makeKey(transaction, making, { ...wish, cap: null }, "service");
  });
}

async function makeKey(
  transaction: Transaction,
  { world, pepper, now }: KeyMaking,
  { accountId, ...wish }: KeyWish,
  actor: Actor,
): Promise<string> {
  const secret = newSecret("key");
  const hash = hashSecret(secret, pepper);
  await addCredential(transaction, { ...wish, accountId, id: randomUuid(world), of: { hash }, now });
  await appendLog(transaction, { at: now, actor, what: "key made", accountId, details: wish });
  return secret;
}

/** Whether an account may have another key or connection: revoked and expired ones don't count (interface part 8). */
export async function hasRoom(database: Database, accountId: string, now: number): Promise<boolean> {
  const row = await database.get<{ n: number }>(
    sql`SELECT COUNT(*) AS n FROM credentials WHERE account_id = ${accountId} AND ${isLive(now)}`,
  );
  const most = (await readConfigured(database, "keys")) ?? limits.keysPerReader;
  return (row?.n ?? 0) < most;
}

/** Refuses with 409 a key or connection beyond the account's limit. */
export async function checkRoom(database: Database, accountId: string, now: number): Promise<void> {
  if (await hasRoom(database, accountId, now)) return;
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
