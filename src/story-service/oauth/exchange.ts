import { createHash } from "node:crypto";
import type { Scope } from "../../contract/operations.ts";
import { randomUuid } from "../../shared/world.ts";
import { findAccount, isOpen } from "../accounts/accounts.ts";
import { addConnection, countCredentials } from "../accounts/credentials.ts";
import { revokeLogged } from "../accounts/logged-keys.ts";
import { storedHash } from "../accounts/peppers.ts";
import type { Parts } from "../parts.ts";
import type { Database, Transaction } from "../store/store.ts";
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
export async function redeemCode(parts: Parts, use: CodeUse): Promise<TokenAnswer> {
  return settle(
    await parts.store.write(async (transaction): Promise<Verdict> => {
      const hash = await storedHash({ ...parts, database: transaction }, "oauth_codes", use.code);
      await transaction.lock({ code: hash });
      const now = parts.clock();
      const code = await findCode(transaction, hash);
      if (code === null) return refusal("the code is unknown");
      if (code.credentialId !== null) {
        await revokeLogged(transaction, { accountId: code.accountId, id: code.credentialId, now }, "service");
        return refusal("the code was used before, so its connection is revoked");
      }
      if (code.clientId !== use.clientId) return refusal("the code belongs to another client");
      const fault = await codeFault({ ...parts, transaction }, code, now);
      if (fault !== null) return refusal(fault);
      const mismatch = mismatchOf(code, use);
      if (mismatch === null) return { ok: true, answer: await connect({ ...parts, transaction }, code, now) };
      await forgetCode(transaction, code);
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

type Exchanging = Omit<Parts, "store"> & { readonly transaction: Transaction };

async function codeFault(parts: Exchanging, code: CodeRow, now: number): Promise<string | null> {
  if (code.expiresAt <= now) return "the code has expired";
  if (!(await isAccountOpen(parts.transaction, code.accountId))) return "the account is closed";
  const held = await countCredentials(parts.transaction, code.accountId, now);
  return held < parts.config.limits.keys
    ? null
    : "the account has as many keys and connections as it may have";
}

/** PKCE S256: the challenge for a verifier; null for a malformed one, which never matches. */
function challengeOf(verifier: string): string | null {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return null;
  return createHash("sha256").update(verifier).digest("base64url");
}

async function connect(
  parts: Exchanging,
  { hash, clientId, accountId, scopes, cap }: CodeRow,
  now: number,
): Promise<TokenAnswer> {
  const { transaction } = parts;
  const id = randomUuid(parts.world);
  const name = (await findClient(transaction, clientId))?.name ?? "";
  await addConnection(transaction, { id, accountId, clientId, name, scopes, cap, now });
  await transaction.run("UPDATE oauth_codes SET credential_id = ? WHERE hash = ?", id, hash);
  return issueTokens(parts, { id, scopes }, { now, narrowed: null });
}

export interface Refresh {
  readonly clientId: string;
  readonly token: string;
  /** The scopes to restrict the access token to; null: everything that was granted. */
  readonly scopes: readonly string[] | null;
}

/** Rotates a refresh token. Reusing one revokes the whole connection (interface 5.4). */
export async function refreshTokens(
  parts: Parts,
  { clientId, token, scopes }: Refresh,
): Promise<TokenAnswer> {
  return settle(
    await parts.store.write(async (transaction): Promise<Verdict> => {
      const hash = await storedHash({ ...parts, database: transaction }, "refresh_tokens", token);
      await transaction.lock({ refreshToken: hash });
      const now = parts.clock();
      const row = await findRefreshToken(transaction, hash);
      if (row === null || row.revokedAt !== null) return refusal("the refresh token is unknown or revoked");
      if (row.used !== 0) {
        await revokeLogged(transaction, { accountId: row.accountId, id: row.credentialId, now }, "service");
        return refusal("the refresh token was used before, so its connection is revoked");
      }
      if (row.clientId !== clientId) return refusal("the refresh token belongs to another client");
      if (row.expiresAt <= now) return refusal("the refresh token has expired");
      if (!(await isAccountOpen(transaction, row.accountId))) return refusal("the account is closed");
      const narrowed = scopes === null ? null : row.scopes.filter((scope) => scopes.includes(scope));
      if (scopes?.some((scope) => !row.scopes.includes(scope as Scope)) === true) {
        return {
          ok: false,
          error: "invalid_scope",
          description: "the connection holds fewer scopes than that",
        };
      }
      await transaction.run("UPDATE refresh_tokens SET used = 1 WHERE hash = ?", row.hash);
      const connection = { id: row.credentialId, scopes: row.scopes };
      return {
        ok: true,
        answer: await issueTokens({ ...parts, transaction }, connection, { now, narrowed }),
      };
    }),
  );
}

async function isAccountOpen(database: Database, accountId: string): Promise<boolean> {
  const account = await findAccount(database, accountId);
  return account !== null && isOpen(account);
}

function refusal(description: string): Verdict {
  return { ok: false, error: "invalid_grant", description };
}

function settle(verdict: Verdict): TokenAnswer {
  if (verdict.ok) return verdict.answer;
  throw oauthRefused(verdict.error, verdict.description);
}
