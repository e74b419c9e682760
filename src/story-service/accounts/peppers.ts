import { createHmac } from "node:crypto";
import { databaseRefusal } from "../store/database-error.ts";
import type { Database } from "../store/store.ts";

/** What secrets are hashed with, so that the database alone opens nothing. */
export interface Pepper {
  readonly key: Buffer;
  /** 48 bits as 12 hexadecimal digits: they tell peppers apart, and are of no use for guessing one. */
  readonly id: string;
  /** What its hashes begin with; empty for the first one of a service, whose hashes are older than marks. */
  readonly mark: string;
}

/** A pepper of those bytes. */
export function pepperOf(key: Buffer, isMarked: boolean): Pepper {
  const id = hmac(key, "fingerprint").slice(0, 12);
  return { key, id, mark: isMarked ? `${id}.` : "" };
}

/** Which pepper is the current one, as the database has it: as many bits as a number holds exactly. */
export function numberOf({ id }: Pepper): number {
  return Number.parseInt(id, 16);
}

/** The peppers of a service as this process knows them. */
export interface Peppers {
  /** The one that new hashes are made with. */
  readonly current: Pepper;
  /** All of them, the oldest first: what is looked up may be kept under any. */
  readonly all: readonly Pepper[];
  /** Reads again which there are, after another process may have changed that; resolves with whether it has. Takes the caller's transaction. */
  refresh(database: Database): Promise<boolean>;
}

function hmac(key: Buffer, text: string): string {
  return createHmac("sha256", key).update(text).digest("hex");
}

/** Of a hash without its mark. */
const hashLength = 64;

/** HMAC-SHA-256 in hex, after the pepper's mark. */
function hashWith({ key, mark }: Pepper, secret: string): string {
  return mark + hmac(key, secret);
}

/** The only form in which a secret is stored: hashed with the current pepper. */
export function hashSecret(secret: string, { current }: Peppers): string {
  return hashWith(current, secret);
}

/** Whether a hash was made with the current pepper: its mark says so, and one without a mark is of the first. */
function isCurrent(hash: string, { current: { mark } }: Peppers): boolean {
  return hash.slice(0, -hashLength) === mark;
}

/** All hashes under which a secret may be stored. */
export function hashesOf(secret: string, { all }: Peppers): string[] {
  return all.map((pepper) => hashWith(pepper, secret));
}

/** As many placeholders as there are hashes. */
export function placesOf(hashes: readonly string[]): string {
  return hashes.map(() => "?").join(", ");
}

/**
 * A name as a hash that stays the same when the pepper is rotated, and changes when the oldest is retired: for what lasts minutes, such as counts of
 * calls.
 */
export function hashName(name: string, { all, current }: Peppers): string {
  return hashWith(all[0] ?? current, name);
}

/**
 * Looks for what a secret may be stored as. Before it is said to be unknown, reads the peppers again: another process may have rotated the pepper and
 * stored the secret under the new one. Looks again if these are others than it has looked under, whichever call of this process has read them first.
 */
export async function findHashed<Row>(
  { database, pepper }: { readonly database: Database; readonly pepper: Peppers },
  secret: string,
  find: (hashes: readonly string[]) => Promise<Row | null>,
): Promise<Row | null> {
  for (let hashes = hashesOf(secret, pepper); ; ) {
    const row = await find(hashes);
    if (row !== null) return row;
    await pepper.refresh(database);
    const known = hashesOf(secret, pepper);
    if (known.join() === hashes.join()) return null;
    hashes = known;
  }
}

export type HashedTable =
  | "bearers"
  | "sessions"
  | "oauth_codes"
  | "refresh_tokens"
  | "deleted_accounts"
  | "operators"
  | "operator_sessions";

/** The hash under which a table has a secret; where it has none, that of the current pepper. */
export async function storedHash(
  known: { readonly database: Database; readonly pepper: Peppers },
  table: HashedTable,
  secret: string,
): Promise<string> {
  const row = await findHashed(known, secret, async (hashes) => {
    const sql = `SELECT hash FROM ${table} WHERE hash IN (${placesOf(hashes)})`;
    return (await known.database.get<{ hash: string }>(sql, ...hashes)) ?? null;
  });
  return row?.hash ?? hashSecret(secret, known.pepper);
}

/** As `rehash`, outside a transaction, and later if the database can't keep anything now: a full disk must not turn away whoever only reads. */
export async function rehashOnUse(...args: Parameters<typeof rehash>): Promise<void> {
  try {
    await rehash(...args);
  } catch (error) {
    if (databaseRefusal(error) === null) throw error;
  }
}

/** Brings a stored hash under the current pepper, which its secret has just proven; nothing if it is there already. */
export async function rehash(
  { database, pepper }: { readonly database: Database; readonly pepper: Peppers },
  table: HashedTable,
  { secret, hash }: { readonly secret: string; readonly hash: string },
): Promise<void> {
  if (isCurrent(hash, pepper)) return;
  const newest = hashSecret(secret, pepper);
  await database.run(`UPDATE ${table} SET hash = ? WHERE hash = ?`, newest, hash);
}
