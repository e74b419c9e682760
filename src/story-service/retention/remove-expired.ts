import { removeUnusedClients } from "../oauth/clients.ts";
import type { Database } from "../store/store.ts";

/** Rows of one statement: few enough to hold up no request. */
const batchMost = 500;

/** How long the once-only refusals of sentinel topics are remembered. */
const sentinelMs = 30 * 86_400_000;

/** A connection that is over: nothing can be renewed by it, and a token that is used again finds nothing to revoke. */
const endedConnections =
  "SELECT id FROM credentials WHERE kind = 'connection' AND (revoked_at IS NOT NULL OR ends_at <= ?)";

export interface RetentionMoment {
  readonly now: number;
  /** The window in which paid starts count. */
  readonly paidStartsWindowMs: number;
}

/**
 * Removes what is of no use any more, in small batches, each a statement of its own; resolves with the number of rows. A used code or refresh token
 * stays as long as its connection lives: using it again is what ends that.
 */
export async function removeExpired(
  database: Database,
  { now, paidStartsWindowMs }: RetentionMoment,
): Promise<number> {
  const expired = (table: string, condition: string): string =>
    `DELETE FROM ${table} WHERE hash IN (SELECT hash FROM ${table} WHERE ${condition} LIMIT ${batchMost})`;
  const steps: readonly { readonly sql: string; readonly values: readonly number[] }[] = [
    { sql: expired("sessions", "expires_at <= ?"), values: [now] },
    { sql: expired("operator_sessions", "expires_at <= ?"), values: [now] },
    { sql: expired("bearers", "expires_at <= ?"), values: [now] },
    {
      sql: expired(
        "oauth_codes",
        `expires_at <= ? AND (credential_id IS NULL OR credential_id IN (${endedConnections}))`,
      ),
      values: [now, now],
    },
    { sql: expired("refresh_tokens", `credential_id IN (${endedConnections})`), values: [now] },
    {
      sql: `DELETE FROM paid_starts WHERE at <= ? AND account_id IN (
        SELECT account_id FROM paid_starts WHERE at <= ? LIMIT ${batchMost})`,
      values: [now - paidStartsWindowMs, now - paidStartsWindowMs],
    },
    { sql: "DELETE FROM sentinel_refusals WHERE at <= ?", values: [now - sentinelMs] },
  ];
  let removed = 0;
  for (const { sql, values } of steps) {
    for (let rows = Number.POSITIVE_INFINITY; rows > 0; removed += rows) {
      rows = await database.run(sql, ...values);
    }
  }
  return removed + (await removeUnusedClients(database, now));
}
