import type { Scope } from "../../contract/operations.ts";
import { appendLog } from "../accounts/audit-log.ts";
import { hashSecret } from "../accounts/peppers.ts";
import { newSecret } from "../accounts/secrets.ts";
import type { Parts } from "../parts.ts";
import type { Database } from "../store/store.ts";
import type { AuthorizeRequest } from "./authorize-request.ts";

/** A code is valid for ten minutes (interface 5.4). */
const codeMs = 600_000;

/** What a person granted, out of what a client requested. */
export interface Consent {
  readonly accountId: string;
  readonly scopes: readonly Scope[];
  /** Credits per UTC month. */
  readonly cap: number;
}

/** Stores a consent and returns the single-use code for it. */
export async function issueCode(
  parts: Parts,
  { client, redirectUri, challenge }: AuthorizeRequest,
  consent: Consent,
): Promise<string> {
  const code = newSecret("code");
  const now = parts.clock();
  await parts.store.write(async (transaction) => {
    await transaction.run("DELETE FROM oauth_codes WHERE credential_id IS NULL AND expires_at <= ?", now);
    await transaction.run(
      `INSERT INTO oauth_codes (hash, client_id, account_id, redirect_uri, challenge, scopes, cap, expires_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      hashSecret(code, parts.pepper),
      client.id,
      consent.accountId,
      redirectUri,
      challenge,
      JSON.stringify(consent.scopes),
      consent.cap,
      now + codeMs,
    );
    await appendLog(transaction, {
      at: now,
      actor: "owner",
      what: "consent given",
      accountId: consent.accountId,
      details: { program: client.name, scopes: consent.scopes, cap: consent.cap },
    });
  });
  return code;
}

export interface CodeRow {
  readonly hash: string;
  readonly clientId: string;
  readonly accountId: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly scopes: readonly Scope[];
  readonly cap: number;
  readonly expiresAt: number;
  /** The connection it was redeemed for; null if unused. */
  readonly credentialId: string | null;
}

export async function findCode(database: Database, hash: string): Promise<CodeRow | null> {
  const row = await database.get<Omit<CodeRow, "scopes"> & { scopes: string }>(
    `SELECT hash, client_id AS "clientId", account_id AS "accountId", redirect_uri AS "redirectUri", challenge, scopes, cap,
       expires_at AS "expiresAt", credential_id AS "credentialId" FROM oauth_codes WHERE hash = ?`,
    hash,
  );
  return row === undefined ? null : { ...row, scopes: JSON.parse(row.scopes) as Scope[] };
}

/** Deletes an unused code: it is unknown from then on. */
export async function forgetCode(database: Database, { hash }: CodeRow): Promise<void> {
  await database.run("DELETE FROM oauth_codes WHERE hash = ? AND credential_id IS NULL", hash);
}
