import { createHash } from "node:crypto";
import type { Scope } from "../../contract/operations.ts";
import { Failure } from "../../shared/failure.ts";
import { randomUuid } from "../../shared/world.ts";
import { findAccount, isOpen } from "../accounts/accounts.ts";
import { appendLog } from "../accounts/audit-log.ts";
import { addBearer, addCredential, countCredentials, revokeCredential } from "../accounts/credentials.ts";
import { hashSecret, newSecret, type Pepper } from "../accounts/pepper.ts";
import type { Parts } from "../parts.ts";
import { type Database, insert, sql, type Transaction } from "../store/store.ts";
import type { AuthorizeRequest } from "./authorize-request.ts";
import { type OAuthRefusal, oauthRefused } from "./oauth-error.ts";
import { findClient } from "./register.ts";

/** A refusal is returned, not thrown: a throw would roll back the revocation that comes with it. */
type Verdict = TokenAnswer | Failure<OAuthRefusal>;

export interface CodeUse {
  readonly clientId: string;
  readonly code: string;
  readonly verifier: string;
  /** Compared if the client repeats it. */
  readonly redirectUri: string | null;
}

/** Redeems a code for a connection, once. Reusing a code revokes the whole connection (interface 5.4). */
export async function redeemCode(parts: Parts, use: CodeUse): Promise<TokenAnswer> {
  const verdict = await parts.store.write(async (transaction): Promise<Verdict> => {
    const hash = hashSecret(use.code, parts.pepper);
    await transaction.lock({ code: hash });
    const now = parts.clock();
    const code = await findCode(transaction, hash);
    if (code === null) return refusal("the code is unknown");
    const { accountId, clientId, scopes, cap, credentialId } = code;
    if (credentialId !== null) {
      await revokeCredential(transaction, { accountId, id: credentialId, now }, "service");
      return refusal("the code was used before, so its connection is revoked");
    }
    if (clientId !== use.clientId) return refusal("the code belongs to another client");
    if (code.expiresAt <= now) return refusal("the code has expired");
    if (!(await isAccountOpen(transaction, accountId))) return refusal("the account is closed");
    if ((await countCredentials(transaction, accountId, now)) >= parts.config.limits.keys)
      return refusal("the account has the maximum number of keys and connections");
    const mismatch = mismatchOf(code, use);
    if (mismatch !== null) {
      // It is unknown from then on.
      await transaction.run(sql`DELETE FROM oauth_codes WHERE hash = ${hash}`);
      return refusal(mismatch);
    }
    const id = randomUuid(parts.world);
    const name = (await findClient(transaction, clientId))?.name ?? "";
    await addCredential(transaction, { id, kind: "connection", accountId, clientId, name, scopes, cap, now });
    await transaction.run(sql`UPDATE oauth_codes SET credential_id = ${id} WHERE hash = ${hash}`);
    return issueTokens({ ...parts, transaction }, { id, scopes }, { now, narrowed: null });
  });
  return orThrow(verdict);
}

/**
 * Checks what only the program that started the flow can know. The first wrong try voids the code, so that whoever intercepted it can't guess a weak
 * verifier. A try under another client's id does not: that would let an interceptor who does not know the client void it for its owner.
 */
function mismatchOf(code: CodeRow, use: CodeUse): string | null {
  if (use.redirectUri !== null && use.redirectUri !== code.redirectUri)
    return "the redirect_uri does not match, so the code is void";
  return challengeOf(use.verifier) === code.challenge
    ? null
    : "the code_verifier does not match, so the code is void";
}

/** PKCE S256: the challenge for a verifier; null for a malformed one, which never matches. */
function challengeOf(verifier: string): string | null {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return null;
  return createHash("sha256").update(verifier).digest("base64url");
}

export interface Refresh {
  readonly clientId: string;
  readonly token: string;
  /** The scopes to restrict the access token to; null: everything that was granted. */
  readonly scopes: readonly string[] | null;
}

/** Rotates a refresh token. Reusing a refresh token revokes the whole connection (interface 5.4). */
export async function refreshTokens(
  parts: Parts,
  { clientId, token, scopes }: Refresh,
): Promise<TokenAnswer> {
  const verdict = await parts.store.write(async (transaction): Promise<Verdict> => {
    const hash = hashSecret(token, parts.pepper);
    await transaction.lock({ refreshToken: hash });
    const now = parts.clock();
    const row = await findRefreshToken(transaction, hash);
    if (row === null || row.revokedAt !== null) return refusal("the refresh token is unknown or revoked");
    const { accountId, credentialId: id } = row;
    if (row.used !== 0) {
      await revokeCredential(transaction, { accountId, id, now }, "service");
      return refusal("the refresh token was used before, so its connection is revoked");
    }
    if (row.clientId !== clientId) return refusal("the refresh token belongs to another client");
    if (row.expiresAt <= now) return refusal("the refresh token has expired");
    if (!(await isAccountOpen(transaction, accountId))) return refusal("the account is closed");
    const narrowed = scopes === null ? null : row.scopes.filter((scope) => scopes.includes(scope));
    if (scopes?.some((scope) => !row.scopes.includes(scope as Scope)) === true)
      return oauthRefused("invalid_scope", "the connection does not have all of these scopes");
    await transaction.run(sql`UPDATE refresh_tokens SET used = 1 WHERE hash = ${hash}`);
    return issueTokens({ ...parts, transaction }, { id, scopes: row.scopes }, { now, narrowed });
  });
  return orThrow(verdict);
}

async function isAccountOpen(database: Database, accountId: string): Promise<boolean> {
  const account = await findAccount(database, accountId);
  return account !== null && isOpen(account);
}

function refusal(description: string): Failure<OAuthRefusal> {
  return oauthRefused("invalid_grant", description);
}

function orThrow(verdict: Verdict): TokenAnswer {
  if (verdict instanceof Failure) throw verdict;
  return verdict;
}

/** Interface 5.4. */
const accessTokenMs = 3_600_000;
const refreshTokenMs = 30 * 86_400_000;

/** The token endpoint's answer (RFC 6749, 5.1). */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/** Issues a pair of tokens for a connection, stored as hashes. Call it inside the transaction that consumes the code or refresh token. */
async function issueTokens(
  { transaction, pepper }: { readonly transaction: Transaction; readonly pepper: Pepper },
  connection: { readonly id: string; readonly scopes: readonly Scope[] },
  { now, narrowed }: { now: number; narrowed: readonly Scope[] | null },
): Promise<TokenAnswer> {
  const access = newSecret("accessToken");
  const refresh = newSecret("refreshToken");
  await transaction.run(
    sql`DELETE FROM bearers WHERE credential_id = ${connection.id} AND expires_at <= ${now}`,
  );
  await addBearer(transaction, {
    hash: hashSecret(access, pepper),
    credentialId: connection.id,
    expiresAt: now + accessTokenMs,
    scopes: narrowed,
  });
  await transaction.run(
    sql`INSERT INTO refresh_tokens (hash, credential_id, expires_at)
      VALUES (${hashSecret(refresh, pepper)}, ${connection.id}, ${now + refreshTokenMs})`,
  );
  await transaction.run(
    sql`UPDATE credentials SET ends_at = ${now + refreshTokenMs} WHERE id = ${connection.id}`,
  );
  return {
    access_token: access,
    token_type: "Bearer",
    expires_in: accessTokenMs / 1000,
    refresh_token: refresh,
    scope: (narrowed ?? connection.scopes).join(" "),
  };
}

export interface RefreshRow {
  readonly hash: string;
  readonly expiresAt: number;
  readonly used: number;
  readonly credentialId: string;
  readonly clientId: string;
  readonly accountId: string;
  readonly scopes: readonly Scope[];
  readonly revokedAt: number | null;
}

/** A refresh token by its hash, with its connection. */
async function findRefreshToken(database: Database, hash: string): Promise<RefreshRow | null> {
  const row = await database.get<Omit<RefreshRow, "scopes"> & { scopes: string }>(
    sql`SELECT hash, expires_at AS "expiresAt", used, credential_id AS "credentialId", client_id AS "clientId",
       account_id AS "accountId", scopes, revoked_at AS "revokedAt"
     FROM refresh_tokens JOIN credentials ON credentials.id = refresh_tokens.credential_id WHERE hash = ${hash}`,
  );
  return row === undefined ? null : { ...row, scopes: JSON.parse(row.scopes) as Scope[] };
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
    if (refresh !== null) {
      checkClient(refresh.clientId, clientId);
      const { accountId, credentialId: id } = refresh;
      await revokeCredential(transaction, { accountId, id, now: clock() }, "program");
      return;
    }
    const access = await transaction.get<{ client_id: string }>(
      sql`SELECT client_id FROM bearers JOIN credentials ON id = credential_id
        WHERE hash = ${hash} AND kind = 'connection'`,
    );
    if (access === undefined) return;
    checkClient(access.client_id, clientId);
    await transaction.run(sql`DELETE FROM bearers WHERE hash = ${hash}`);
  });
}

function checkClient(owner: string, caller: string): void {
  if (owner !== caller) throw oauthRefused("invalid_grant", "the token belongs to another client");
}

/** A code is valid for ten minutes (interface 5.4). */
const codeMs = 600_000;

/** The part of a client's request that a person granted. */
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
    await transaction.run(sql`DELETE FROM oauth_codes WHERE credential_id IS NULL AND expires_at <= ${now}`);
    await transaction.run(
      insert("oauth_codes", {
        hash: hashSecret(code, parts.pepper),
        client_id: client.id,
        account_id: consent.accountId,
        redirect_uri: redirectUri,
        challenge,
        scopes: JSON.stringify(consent.scopes),
        cap: consent.cap,
        expires_at: now + codeMs,
      }),
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

async function findCode(database: Database, hash: string): Promise<CodeRow | null> {
  const row = await database.get<Omit<CodeRow, "scopes"> & { scopes: string }>(
    sql`SELECT hash, client_id AS "clientId", account_id AS "accountId", redirect_uri AS "redirectUri", challenge, scopes, cap,
       expires_at AS "expiresAt", credential_id AS "credentialId" FROM oauth_codes WHERE hash = ${hash}`,
  );
  return row === undefined ? null : { ...row, scopes: JSON.parse(row.scopes) as Scope[] };
}
