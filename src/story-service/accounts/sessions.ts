import { createHmac, timingSafeEqual } from "node:crypto";
import type { Parts } from "../parts.ts";
import { type Account, accountOf, isOpen } from "./accounts.ts";
import { appendLog } from "./audit-log.ts";
import { findHashed, hashSecret, placesOf, rehashOnUse, storedHash } from "./peppers.ts";
import { isSessionToken, newSecret } from "./secrets.ts";

/** A session lasts half a day. */
const sessionMs = 12 * 3_600_000;

/** A visitor of a page: the token of the cookie and the account it is signed in as. */
export interface Visitor {
  readonly token: string;
  readonly account: Account | null;
  /** Whether the browser still has to be sent the token. */
  readonly isNew: boolean;
}

/** A visitor about whom nothing can be found out. Keeps the cookie that the browser has. */
export function unknownVisitor(): Visitor {
  return { token: newSecret("session"), account: null, isNew: false };
}

/** The visitor for a cookie's value. An invalid one gets a new token, which gives no access. */
export async function visitorOf(parts: Parts, token: string | undefined): Promise<Visitor> {
  if (token === undefined || !isSessionToken(token)) {
    return { token: newSecret("session"), account: null, isNew: true };
  }
  const { store, clock, pepper } = parts;
  const row = await findHashed({ database: store, pepper }, token, async (hashes) => {
    const sql = `SELECT id, settings, hash FROM sessions JOIN accounts ON id = account_id
      WHERE hash IN (${placesOf(hashes)}) AND expires_at > ?`;
    return (await store.get<{ id: string; settings: string; hash: string }>(sql, ...hashes, clock())) ?? null;
  });
  const account = row === null ? null : accountOf(row);
  if (row !== null)
    await rehashOnUse({ database: store, pepper }, "sessions", { secret: token, hash: row.hash });
  return { token, account: account !== null && isOpen(account) ? account : null, isNew: false };
}

/** Starts a session with a new token, because someone else may have planted the old one (session fixation). */
export async function beginSession({ store, pepper, clock }: Parts, account: Account): Promise<Visitor> {
  const token = newSecret("session");
  const now = clock();
  await store.write(async (transaction) => {
    await transaction.run("DELETE FROM sessions WHERE expires_at <= ?", now);
    await transaction.run(
      "INSERT INTO sessions VALUES (?, ?, ?)",
      hashSecret(token, pepper),
      account.id,
      now + sessionMs,
    );
    await appendLog(transaction, { at: now, actor: "owner", what: "signed in", accountId: account.id });
  });
  return { token, account, isNew: true };
}

export async function endSession({ store, pepper }: Parts, { token }: Visitor): Promise<void> {
  const hash = await storedHash({ database: store, pepper }, "sessions", token);
  await store.run("DELETE FROM sessions WHERE hash = ?", hash);
}

/** The token that every form carries (CSRF), made from the cookie's, which no other site can read: only a page shown to this visitor can contain it. */
export function formToken(token: string): string {
  return createHmac("sha256", token).update("form").digest("base64url");
}

export function isFormToken(token: string, given: string): boolean {
  const known = Buffer.from(formToken(token));
  const offered = Buffer.from(given);
  return offered.length === known.length && timingSafeEqual(offered, known);
}
