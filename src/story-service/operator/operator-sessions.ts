import { appendLog } from "../accounts/audit-log.ts";
import { findHashed, hashSecret, placesOf, rehashOnUse, storedHash } from "../accounts/peppers.ts";
import { isSessionToken, newSecret } from "../accounts/secrets.ts";
import type { Parts } from "../parts.ts";

/** Short, as whoever has one can do everything. */
const sessionMs = 2 * 3_600_000;

/** Whoever looks at the operator's pages: the token of their cookie, and the operator who is signed in with it. */
export interface DeskVisitor {
  readonly token: string;
  readonly name: string | null;
  /** Whether the browser still has to be sent the token. */
  readonly isNew: boolean;
}

/** The visitor for a cookie's value. An invalid one gets a new token, which gives no access. */
export async function deskVisitorOf(
  { store, pepper, clock }: Parts,
  token: string | undefined,
): Promise<DeskVisitor> {
  if (token === undefined || !isSessionToken(token))
    return { token: newSecret("session"), name: null, isNew: true };
  const known = { database: store, pepper };
  const row = await findHashed(known, token, async (hashes) => {
    const sql = `SELECT operator, hash FROM operator_sessions WHERE hash IN (${placesOf(hashes)}) AND expires_at > ?`;
    return (await store.get<{ operator: string; hash: string }>(sql, ...hashes, clock())) ?? null;
  });
  if (row !== null) await rehashOnUse(known, "operator_sessions", { secret: token, hash: row.hash });
  return { token, name: row?.operator ?? null, isNew: false };
}

/** Starts an operator's session with a new token, because someone else may have planted the old one; null if the operator was removed meanwhile. */
export async function beginDeskSession(
  { store, pepper, clock }: Parts,
  name: string,
): Promise<DeskVisitor | null> {
  const token = newSecret("session");
  const now = clock();
  const begun = await store.write(async (transaction) => {
    // As removing one does, so that no session outlives its operator.
    await transaction.lock("start");
    if ((await transaction.get("SELECT 1 FROM operators WHERE name = ?", name)) === undefined) return false;
    await transaction.run("DELETE FROM operator_sessions WHERE expires_at <= ?", now);
    await transaction.run(
      "INSERT INTO operator_sessions (hash, operator, expires_at) VALUES (?, ?, ?)",
      hashSecret(token, pepper),
      name,
      now + sessionMs,
    );
    const actor = { operator: name };
    await appendLog(transaction, { at: now, actor, what: "operator signed in", accountId: null });
    return true;
  });
  return begun ? { token, name, isNew: true } : null;
}

export async function endDeskSession({ store, pepper }: Parts, { token }: DeskVisitor): Promise<void> {
  const hash = await storedHash({ database: store, pepper }, "operator_sessions", token);
  await store.run("DELETE FROM operator_sessions WHERE hash = ?", hash);
}
