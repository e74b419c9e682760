import { createHash } from "node:crypto";
import type { Scope } from "../../contract/operations.ts";
import { randomUuid } from "../../shared/world.ts";
import { isOpen } from "../accounts/accounts.ts";
import { addConnection, countCredentials, revokeCredential } from "../accounts/credentials.ts";
import type { Parts } from "../parts.ts";
import { findClient } from "./clients.ts";
import { type CodeRow, findCode, forgetCode } from "./codes.ts";
import { type OAuthErrorCode, oauthRefused } from "./oauth-error.ts";
import { findRefreshToken, issueTokens, type TokenAnswer } from "./tokens.ts";

/** Returned, not thrown: a throw would roll back the revocation that comes with a refusal. */
type Verdict =
  | { readonly ok: true; readonly answer: TokenAnswer }
  | { readonly ok: false; readonly error: OAuthErrorCode; readonly description: string };

export interface CodeUse {
  readonly clientId: string;
  readonly code: string;
  readonly verifier: string;
  /** Compared if the client repeats it. */
  readonly redirectUri: string | null;
}

/** Redeems a code for a connection, once. Reusing a code revokes the whole connection (interface 5.4). */
export function redeemCode(parts: Parts, use: CodeUse): TokenAnswer {
  return settle(
    parts.store.write((): Verdict => {
      const now = parts.clock();
      const code = findCode(parts, use.code);
      if (code === null) return refusal("the code is unknown");
      if (code.credentialId !== null) {
        revokeCredential(parts.store, { accountId: code.accountId, id: code.credentialId, now });
        return refusal("the code was used before, so its connection is revoked");
      }
      if (code.clientId !== use.clientId) return refusal("the code belongs to another client");
      const fault = codeFault(parts, code, now);
      if (fault !== null) return refusal(fault);
      const mismatch = mismatchOf(code, use);
      if (mismatch === null) return { ok: true, answer: connect(parts, code, now) };
      forgetCode(parts.store, code);
      return refusal(mismatch);
    }),
  );
}

/**
 * Checks what only the program that started the flow can know. The first wrong try voids the code, so that whoever intercepted it can't guess a weak
 * verifier. A try under another client's id does not: that would let an interceptor who does not know the client void it for its owner.
 */
function mismatchOf(code: CodeRow, use: CodeUse): string | null {
  if (use.redirectUri !== null && use.redirectUri !== code.redirectUri)
    return "the redirect_uri is another one, so the code is void";
  return challengeOf(use.verifier) === code.challenge
    ? null
    : "the code_verifier does not fit, so the code is void";
}

function codeFault(parts: Parts, code: CodeRow, now: number): string | null {
  if (code.expiresAt <= now) return "the code has expired";
  if (!isAccountOpen(parts, code.accountId)) return "the account is closed";
  const held = countCredentials(parts.store, code.accountId, now);
  return held < parts.config.limits.keys
    ? null
    : "the account has as many keys and connections as it may have";
}

/** PKCE S256: the challenge for a verifier; null for a malformed one, which never matches. */
function challengeOf(verifier: string): string | null {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return null;
  return createHash("sha256").update(verifier).digest("base64url");
}

function connect(
  parts: Parts,
  { hash, clientId, accountId, scopes, cap }: CodeRow,
  now: number,
): TokenAnswer {
  const { store } = parts;
  const id = randomUuid(parts.world);
  const name = findClient(store, clientId)?.name ?? "";
  addConnection(store, { id, accountId, clientId, name, scopes, cap, now });
  store.run("UPDATE oauth_codes SET credential_id = ? WHERE hash = ?", id, hash);
  return issueTokens(parts, { id, scopes }, { now, narrowed: null });
}

export interface Refresh {
  readonly clientId: string;
  readonly token: string;
  /** The scopes to restrict the access token to; null: everything that was granted. */
  readonly scopes: readonly string[] | null;
}

/** Rotates a refresh token. Reusing one revokes the whole connection (interface 5.4). */
export function refreshTokens(parts: Parts, { clientId, token, scopes }: Refresh): TokenAnswer {
  return settle(
    parts.store.write((): Verdict => {
      const now = parts.clock();
      const row = findRefreshToken(parts, token);
      if (row === null || row.revokedAt !== null) return refusal("the refresh token is unknown or revoked");
      if (row.used !== 0) {
        revokeCredential(parts.store, { accountId: row.accountId, id: row.credentialId, now });
        return refusal("the refresh token was used before, so its connection is revoked");
      }
      if (row.clientId !== clientId) return refusal("the refresh token belongs to another client");
      if (row.expiresAt <= now) return refusal("the refresh token has expired");
      if (!isAccountOpen(parts, row.accountId)) return refusal("the account is closed");
      const narrowed = scopes === null ? null : row.scopes.filter((scope) => scopes.includes(scope));
      if (scopes?.some((scope) => !row.scopes.includes(scope as Scope)) === true) {
        return {
          ok: false,
          error: "invalid_scope",
          description: "the connection holds fewer scopes than that",
        };
      }
      parts.store.run("UPDATE refresh_tokens SET used = 1 WHERE hash = ?", row.hash);
      return {
        ok: true,
        answer: issueTokens(parts, { id: row.credentialId, scopes: row.scopes }, { now, narrowed }),
      };
    }),
  );
}

function isAccountOpen({ accounts }: Parts, accountId: string): boolean {
  const account = accounts.get(accountId);
  return account !== undefined && isOpen(account);
}

function refusal(description: string): Verdict {
  return { ok: false, error: "invalid_grant", description };
}

function settle(verdict: Verdict): TokenAnswer {
  if (verdict.ok) return verdict.answer;
  throw oauthRefused(verdict.error, verdict.description);
}
