import { createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import PQueue from "p-queue";
import type { Parts } from "../parts.ts";
import { insert, raw, type Store, sql, type Transaction } from "../store/store.ts";
import { type Account, findAccount, isOpen } from "./accounts.ts";
import { appendLog } from "./audit-log.ts";
import { hashSecret, isSessionToken, newSecret, type Pepper } from "./pepper.ts";

const ownSecretBytes = 15;

/** A generated sign-in secret, for an account that the service created itself. */
export function newSignInSecret(): string {
  return randomBytes(ownSecretBytes).toString("base64url");
}

/** Replaces an account's hashed sign-in secret and ends its sessions. */
export async function replaceSignIn(
  transaction: Transaction,
  { accountId, hashed }: { readonly accountId: string; readonly hashed: HashedPassword },
): Promise<void> {
  await transaction.run(sql`DELETE FROM sign_ins WHERE account_id = ${accountId}`);
  await transaction.run(sql`DELETE FROM sessions WHERE account_id = ${accountId}`);
  await transaction.run(
    sql`INSERT INTO sign_ins (account_id, salt, hash) VALUES (${accountId}, ${hashed.salt}, ${hashed.hash})`,
  );
}

/**
 * A sign-in secret may be short and chosen by a person, so each guess must cost time and 16 MiB. It is keyed with the pepper first: with the database
 * alone, nothing can be guessed.
 */
const cost = { N: 16_384, r: 8, p: 1 } as const;
const hashBytes = 32;
const saltBytes = 16;

export interface HashedPassword {
  readonly salt: string;
  readonly hash: string;
}

export async function hashPassword(password: string, pepper: Pepper): Promise<HashedPassword> {
  const salt = randomBytes(saltBytes).toString("hex");
  return { salt, hash: (await slowHash(password, salt, pepper)).toString("hex") };
}

/** Whether the secret is the account's. Slow on purpose, and just as slow for an unknown account. */
export async function isSignIn(
  { store, pepper }: { readonly store: Store; readonly pepper: Pepper },
  accountId: string,
  secret: string,
): Promise<boolean> {
  const known = await store.get<HashedPassword>(
    sql`SELECT salt, hash FROM sign_ins WHERE account_id = ${accountId}`,
  );
  const hash = await slowHash(secret, known?.salt ?? "nobody", pepper);
  const kept = Buffer.from(known?.hash ?? "", "hex");
  return kept.length === hash.length && timingSafeEqual(hash, kept);
}

/**
 * One at a time: each hash occupies a thread of the process's small pool, on which files are also written and synced, so a burst of sign-ins must
 * leave the other threads free.
 */
const hashing = new PQueue({ concurrency: 1 });

function slowHash(password: string, salt: string, pepper: Pepper): Promise<Buffer> {
  const keyed = createHmac("sha256", pepper).update(password.normalize("NFC")).digest();
  return hashing.add(() => scryptOf(keyed, salt, hashBytes, cost));
}

const scryptOf = promisify<Buffer, string, number, typeof cost, Buffer>(scrypt);

/** The kind of person who is signed in: an account's owner, or an operator. Their sessions, cookies and pages are separate. */
export type SessionKind = "account" | "operator";

const kinds = {
  /** Half a day. */
  account: { table: "sessions", column: "account_id", lastsMs: 12 * 3_600_000 },
  /** Short, as whoever has one can do everything. */
  operator: { table: "operator_sessions", column: "operator", lastsMs: 2 * 3_600_000 },
} as const;

/** A visitor to a page: the cookie's token, and who is signed in with it. */
export interface Visitor {
  readonly token: string;
  readonly account: Account | null;
  /** The name of an operator. */
  readonly operator: string | null;
  /** Whether the browser still has to be sent the token. */
  readonly isNew: boolean;
}

const nobody = { account: null, operator: null } as const;

/** A visitor whose identity can't be determined. Keeps the cookie that the browser has. */
export function unknownVisitor(): Visitor {
  return { ...nobody, token: newSecret("session"), isNew: false };
}

/** The visitor for a cookie's value. An invalid value is replaced by a new token, which gives no access. */
export async function visitorOf(
  { store, clock, pepper }: Parts,
  kind: SessionKind,
  token: string | undefined,
): Promise<Visitor> {
  if (token === undefined || !isSessionToken(token)) return { ...unknownVisitor(), isNew: true };
  const { table, column } = kinds[kind];
  const session = await store.get<{ name: string }>(
    sql`SELECT ${raw(column)} AS name FROM ${raw(table)} WHERE hash = ${hashSecret(token, pepper)} AND expires_at > ${clock()}`,
  );
  const name = session?.name ?? null;
  const visitor = { ...nobody, token, isNew: false };
  if (name === null) return visitor;
  if (kind === "operator") return { ...visitor, operator: name };
  const account = await findAccount(store, name);
  return { ...visitor, account: account !== null && isOpen(account) ? account : null };
}

/**
 * Starts a session with a new token, because someone else may have planted the old one (session fixation). Resolves with the new token, or with null
 * if the operator was removed meanwhile.
 */
export async function beginSession(
  { store, pepper, clock }: Parts,
  kind: SessionKind,
  name: string,
): Promise<string | null> {
  const token = newSecret("session");
  const now = clock();
  const { table, column, lastsMs } = kinds[kind];
  const isAccount = kind === "account";
  return store.write(async (transaction) => {
    if (!isAccount) {
      // As removing one does, so that no session outlives its operator.
      await transaction.lock("start");
      if ((await transaction.get(sql`SELECT 1 FROM operators WHERE name = ${name}`)) === undefined)
        return null;
    }
    const session = { hash: hashSecret(token, pepper), [column]: name, expires_at: now + lastsMs };
    await transaction.run(insert(table, session));
    await appendLog(transaction, {
      at: now,
      actor: isAccount ? "owner" : { operator: name },
      what: isAccount ? "signed in" : "operator signed in",
      accountId: isAccount ? name : null,
    });
    return token;
  });
}

export async function endSession(
  { store, pepper }: Parts,
  kind: SessionKind,
  { token }: Visitor,
): Promise<void> {
  await store.run(sql`DELETE FROM ${raw(kinds[kind].table)} WHERE hash = ${hashSecret(token, pepper)}`);
}

/**
 * The token that every form carries (CSRF). It is made from the cookie's token, which no other site can read, so only a page shown to this visitor can
 * contain it.
 */
export function formToken(token: string): string {
  return createHmac("sha256", token).update("form").digest("base64url");
}

export function isFormToken(token: string, given: string): boolean {
  const known = Buffer.from(formToken(token));
  const offered = Buffer.from(given);
  return offered.length === known.length && timingSafeEqual(offered, known);
}
