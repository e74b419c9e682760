import type { HashedTable } from "../accounts/peppers.ts";
import type { Database } from "../store/store.ts";

/** What a hash begins with, up to its point: empty for the first pepper's. */
const mark = "CASE WHEN SUBSTR(hash, 13, 1) = '.' THEN SUBSTR(hash, 1, 13) ELSE '' END";

/** How many secrets that still open something are kept under a pepper. */
export interface HashCounts {
  readonly keys: number;
  readonly accessTokens: number;
  readonly refreshTokens: number;
  readonly signIns: number;
  readonly sessions: number;
  readonly operators: number;
}

const ofCredential = (table: string, kind: "key" | "connection", condition: string): string =>
  `FROM ${table} JOIN credentials ON credentials.id = credential_id
   WHERE kind = '${kind}' AND revoked_at IS NULL AND withdrawn = 0 AND ${condition}`;

/** The rows that count, as the rest of a query; each has one placeholder, for the time. */
const counted: Readonly<Record<keyof HashCounts, string>> = {
  keys: ofCredential("bearers", "key", "COALESCE(expires_at > ?, TRUE)"),
  accessTokens: ofCredential("bearers", "connection", "expires_at > ?"),
  refreshTokens: ofCredential("refresh_tokens", "connection", "used = 0 AND expires_at > ?"),
  signIns: "FROM sign_ins WHERE CAST(? AS BIGINT) > 0",
  sessions:
    "FROM (SELECT hash, expires_at FROM sessions UNION ALL SELECT hash, expires_at FROM operator_sessions) AS signed_in WHERE expires_at > ?",
  operators: "FROM operators WHERE CAST(? AS BIGINT) > 0",
};

/** Counts the secrets that are kept under the pepper with that mark. */
export async function countHashes(database: Database, of: string, now: number): Promise<HashCounts> {
  const count = async (kind: keyof HashCounts): Promise<number> =>
    (await database.get<{ n: number }>(`SELECT COUNT(*) AS n ${counted[kind]} AND ${mark} = ?`, now, of))
      ?.n ?? 0;
  return {
    keys: await count("keys"),
    accessTokens: await count("accessTokens"),
    refreshTokens: await count("refreshTokens"),
    signIns: await count("signIns"),
    sessions: await count("sessions"),
    operators: await count("operators"),
  };
}

interface LeftCredential {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
}

/** Whom it cuts off if all peppers but one are dropped. */
export interface LeftSecrets {
  readonly keys: readonly LeftCredential[];
  /** Connections that can't be renewed otherwise. */
  readonly connections: readonly LeftCredential[];
  /** Accounts that can't sign in any more. */
  readonly signIns: readonly string[];
  readonly operators: readonly string[];
}

/** What is kept under other peppers than the one with that mark. */
export async function leftOn(database: Database, current: string, now: number): Promise<LeftSecrets> {
  const credentials = (kind: "keys" | "refreshTokens") =>
    database.all<LeftCredential>(
      `SELECT DISTINCT credentials.id, account_id AS "accountId", name ${counted[kind]} AND ${mark} <> ? ORDER BY account_id, name`,
      now,
      current,
    );
  const names = async (table: "sign_ins" | "operators", column: string): Promise<string[]> => {
    const sql = `SELECT ${column} AS name FROM ${table} WHERE ${mark} <> ? ORDER BY name`;
    return (await database.all<{ name: string }>(sql, current)).map(({ name }) => name);
  };
  return {
    keys: await credentials("keys"),
    connections: await credentials("refreshTokens"),
    signIns: await names("sign_ins", "account_id"),
    operators: await names("operators", "name"),
  };
}

const tables: readonly (HashedTable | "sign_ins")[] = [
  ...(["bearers", "sessions", "oauth_codes", "refresh_tokens", "deleted_accounts"] as const),
  ...(["sign_ins", "operator_sessions", "operators"] as const),
];

/** Removes what is kept under other peppers than the one with that mark. */
export async function removeLeft(transaction: Database, current: string): Promise<void> {
  await transaction.run(
    `DELETE FROM operator_sessions WHERE operator IN (SELECT name FROM operators WHERE ${mark} <> ?)`,
    current,
  );
  for (const table of tables) await transaction.run(`DELETE FROM ${table} WHERE ${mark} <> ?`, current);
}
