import type { Scope } from "../../contract/operations.ts";
import { addBearer } from "../accounts/credentials.ts";
import { hashSecret, type Peppers } from "../accounts/peppers.ts";
import { newSecret } from "../accounts/secrets.ts";
import type { Database, Transaction } from "../store/store.ts";

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
export async function issueTokens(
  { transaction, pepper }: { readonly transaction: Transaction; readonly pepper: Peppers },
  connection: { readonly id: string; readonly scopes: readonly Scope[] },
  { now, narrowed }: { now: number; narrowed: readonly Scope[] | null },
): Promise<TokenAnswer> {
  const access = newSecret("accessToken");
  const refresh = newSecret("refreshToken");
  await transaction.run(
    "DELETE FROM bearers WHERE credential_id = ? AND expires_at <= ?",
    connection.id,
    now,
  );
  await addBearer(transaction, {
    hash: hashSecret(access, pepper),
    credentialId: connection.id,
    expiresAt: now + accessTokenMs,
    scopes: narrowed,
  });
  await transaction.run(
    "INSERT INTO refresh_tokens (hash, credential_id, expires_at) VALUES (?, ?, ?)",
    hashSecret(refresh, pepper),
    connection.id,
    now + refreshTokenMs,
  );
  await transaction.run(
    "UPDATE credentials SET ends_at = ? WHERE id = ?",
    now + refreshTokenMs,
    connection.id,
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
export async function findRefreshToken(database: Database, hash: string): Promise<RefreshRow | null> {
  const row = await database.get<Omit<RefreshRow, "scopes"> & { scopes: string }>(
    `SELECT hash, expires_at AS "expiresAt", used, credential_id AS "credentialId", client_id AS "clientId",
       account_id AS "accountId", scopes, revoked_at AS "revokedAt"
     FROM refresh_tokens JOIN credentials ON credentials.id = refresh_tokens.credential_id WHERE hash = ?`,
    hash,
  );
  return row === undefined ? null : { ...row, scopes: JSON.parse(row.scopes) as Scope[] };
}
