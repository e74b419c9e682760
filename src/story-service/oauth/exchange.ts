import { createHash } from "node:crypto";
import type { Scope } from "../../contract/operations.ts";
import { randomUuid } from "../../shared/world.ts";
import { findAccount, isOpen } from "../accounts/accounts.ts";
import { appendLog } from "../accounts/audit-log.ts";
import { addCredential, hasRoom, revokeCredential } from "../accounts/credentials.ts";
import { hashSecret, newSecret } from "../accounts/pepper.ts";
import type { Parts } from "../parts.ts";
import { oauthRefused } from "../refusal.ts";
import { type Database, insert, sql, type Transaction } from "../store/store.ts";
import type { AuthorizeRequest } from "./authorize-request.ts";
import { findClient } from "./register.ts";

/** The token endpoint's answer (RFC 6749, 5.1). */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

type Decide = (transaction: Transaction, now: number) => Promise<TokenAnswer | Error>;

/** Decides about a grant. A refusal is returned and not thrown: a throw would roll back the revocation that comes with it. */
async function decided(
  { store, clock }: Parts,
  lock: Parameters<Transaction["lock"]>[0],
  decide: Decide,
): Promise<TokenAnswer> {
  const verdict = await store.write(async (transaction) => {
    await transaction.lock(lock);
    return decide(transaction, clock());
  });
  if (verdict instanceof Error) throw verdict;
  return verdict;
}

function refusal(description: string): Error {
  return oauthRefused("invalid_grant", description);
}

async function isAccountOpen(database: Database, accountId: string): Promise<boolean> {
  const account = await findAccount(database, accountId);
  return account !== null && isOpen(account);
}

interface CodeUse {
  readonly clientId: string;
  readonly code: string;
  readonly verifier: string;
  /** Compared if the client repeats it. */
  readonly redirectUri: string | null;
}

interface CodeRow {
  readonly clientId: string;
  readonly accountId: string;
  readonly redirectUri: string;
  readonly challenge: string;
  /** As JSON. */
  readonly scopes: string;
  readonly cap: number;
  readonly expiresAt: number;
  /** The connection it was redeemed for; null if unused. */
  readonly credentialId: string | null;
}

/** Redeems a code for a connection, once. Reusing a code revokes the whole connection (interface 5.4). */
export function redeemCode(parts: Parts, use: CodeUse): Promise<TokenAnswer> {
  const hash = hashSecret(use.code, parts.pepper);
  return decided(parts, { code: hash }, async (transaction, now) => {
    const code = await transaction.get<CodeRow>(
      sql`SELECT client_id AS "clientId", account_id AS "accountId", redirect_uri AS "redirectUri", challenge, scopes, cap,
         expires_at AS "expiresAt", credential_id AS "credentialId" FROM oauth_codes WHERE hash = ${hash}`,
    );
    if (code === undefined) return refusal("the code is unknown");
    const { accountId, clientId, cap, credentialId } = code;
    if (credentialId !== null) {
      await revokeCredential(transaction, { accountId, id: credentialId, now }, "service");
      return refusal("the code was used before, so its connection is revoked");
    }
    if (clientId !== use.clientId) return refusal("the code belongs to another client");
    if (code.expiresAt <= now) return refusal("the code has expired");
    if (!(await isAccountOpen(transaction, accountId))) return refusal("the account is closed");
    if (!(await hasRoom(transaction, accountId, now)))
      return refusal("the account has the maximum number of keys and connections");
    const mismatch = mismatchOf(code, use);
    if (mismatch !== null) {
      // It is unknown from then on.
      await transaction.run(sql`DELETE FROM oauth_codes WHERE hash = ${hash}`);
      return refusal(mismatch);
    }
    const id = randomUuid(parts.world);
    const scopes = JSON.parse(code.scopes) as Scope[];
    const name = (await findClient(transaction, clientId))?.name ?? "";
    await addCredential(transaction, { id, accountId, of: { clientId }, name, scopes, cap, now });
    await transaction.run(sql`UPDATE oauth_codes SET credential_id = ${id} WHERE hash = ${hash}`);
    return issueTokens(parts, transaction, { id, scopes, now });
  });
}

/**
 * Checks what only the program that started the flow can know. The first wrong try voids the code, so that whoever intercepted it can't guess a weak
 * verifier. A try under another client's id does not: that would let an interceptor who does not know the client void it for its owner.
 */
function mismatchOf(code: CodeRow, { redirectUri, verifier }: CodeUse): string | null {
  if (redirectUri !== null && redirectUri !== code.redirectUri)
    return "the redirect_uri does not match, so the code is void";
  const isVerifier =
    /^[A-Za-z0-9._~-]{43,128}$/.test(verifier) &&
    createHash("sha256").update(verifier).digest("base64url") === code.challenge;
  return isVerifier ? null : "the code_verifier does not match, so the code is void";
}

interface Refresh {
  readonly clientId: string;
  readonly token: string;
}

/** Rotates a refresh token. Reusing a refresh token revokes the whole connection (interface 5.4). */
export function refreshTokens(parts: Parts, { clientId, token }: Refresh): Promise<TokenAnswer> {
  const hash = hashSecret(token, parts.pepper);
  return decided(parts, { refreshToken: hash }, async (transaction, now) => {
    const row = await findRefreshToken(transaction, hash);
    if (row === undefined || row.revokedAt !== null)
      return refusal("the refresh token is unknown or revoked");
    const { accountId, credentialId: id } = row;
    if (row.used !== 0) {
      await revokeCredential(transaction, { accountId, id, now }, "service");
      return refusal("the refresh token was used before, so its connection is revoked");
    }
    if (row.clientId !== clientId) return refusal("the refresh token belongs to another client");
    if (row.expiresAt <= now) return refusal("the refresh token has expired");
    if (!(await isAccountOpen(transaction, accountId))) return refusal("the account is closed");
    await transaction.run(sql`UPDATE refresh_tokens SET used = 1 WHERE hash = ${hash}`);
    return issueTokens(parts, transaction, { id, scopes: JSON.parse(row.scopes) as Scope[], now });
  });
}

/** Interface 5.4. */
const accessTokenMs = 3_600_000;
const refreshTokenMs = 30 * 86_400_000;

/** Issues a pair of tokens for a connection, stored as hashes. Call it inside the transaction that consumes the code or refresh token. */
async function issueTokens(
  { pepper }: Parts,
  transaction: Transaction,
  { id, scopes, now }: { id: string; scopes: readonly Scope[]; now: number },
): Promise<TokenAnswer> {
  const access = newSecret("accessToken");
  const refresh = newSecret("refreshToken");
  const endsAt = now + refreshTokenMs;
  const bearer = { hash: hashSecret(access, pepper), credential_id: id, expires_at: now + accessTokenMs };
  await transaction.run(insert("bearers", bearer));
  const kept = { hash: hashSecret(refresh, pepper), credential_id: id, expires_at: endsAt };
  await transaction.run(insert("refresh_tokens", kept));
  await transaction.run(sql`UPDATE credentials SET ends_at = ${endsAt} WHERE id = ${id}`);
  return {
    access_token: access,
    token_type: "Bearer",
    expires_in: accessTokenMs / 1000,
    refresh_token: refresh,
    scope: scopes.join(" "),
  };
}

interface RefreshRow {
  readonly expiresAt: number;
  readonly used: number;
  readonly credentialId: string;
  readonly clientId: string;
  readonly accountId: string;
  /** As JSON. */
  readonly scopes: string;
  readonly revokedAt: number | null;
}

/** A refresh token by its hash, with its connection. */
function findRefreshToken(database: Database, hash: string): Promise<RefreshRow | undefined> {
  return database.get<RefreshRow>(
    sql`SELECT expires_at AS "expiresAt", used, credential_id AS "credentialId", client_id AS "clientId",
       account_id AS "accountId", scopes, revoked_at AS "revokedAt"
     FROM refresh_tokens JOIN credentials ON credentials.id = refresh_tokens.credential_id WHERE hash = ${hash}`,
  );
}

/**
 * Revokes a token for its client (interface 5.4, RFC 7009): a refresh token together with its connection, an access token alone. Succeeds for an
 * unknown or already revoked token.
 */
export async function revokeToken(
  { store, pepper, clock }: Parts,
  { clientId, token }: { clientId: string; token: string },
): Promise<void> {
  await store.write(async (transaction) => {
    const hash = hashSecret(token, pepper);
    const refresh = await findRefreshToken(transaction, hash);
    const access = await transaction.get<{ clientId: string }>(
      sql`SELECT client_id AS "clientId" FROM bearers JOIN credentials ON id = credential_id
        WHERE hash = ${hash} AND kind = 'connection'`,
    );
    const owner = refresh ?? access;
    if (owner !== undefined && owner.clientId !== clientId)
      throw refusal("the token belongs to another client");
    if (refresh !== undefined) {
      const { accountId, credentialId: id } = refresh;
      await revokeCredential(transaction, { accountId, id, now: clock() }, "program");
    } else if (access !== undefined) {
      await transaction.run(sql`DELETE FROM bearers WHERE hash = ${hash}`);
    }
  });
}

/** A code is valid for ten minutes (interface 5.4). */
const codeMs = 600_000;

/** The part of a client's request that a person granted. */
interface Consent {
  readonly accountId: string;
  readonly scopes: readonly Scope[];
  /** Credits per UTC month. */
  readonly cap: number;
}

/** Stores a consent and returns the single-use code for it. */
export async function issueCode(
  { store, clock, pepper }: Parts,
  { client, redirectUri, challenge }: AuthorizeRequest,
  { accountId, scopes, cap }: Consent,
): Promise<string> {
  const code = newSecret("code");
  const now = clock();
  await store.write(async (transaction) => {
    await transaction.run(
      insert("oauth_codes", {
        hash: hashSecret(code, pepper),
        client_id: client.id,
        account_id: accountId,
        redirect_uri: redirectUri,
        challenge,
        scopes: JSON.stringify(scopes),
        cap,
        expires_at: now + codeMs,
      }),
    );
    const details = { program: client.name, scopes, cap };
    await appendLog(transaction, { at: now, actor: "owner", what: "consent given", accountId, details });
  });
  return code;
}
