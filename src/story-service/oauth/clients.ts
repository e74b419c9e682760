import type { Database, Store } from "../store/store.ts";

/** A self-registered program: a public client without a secret, identified only by its redirect URIs. */
export interface Client {
  readonly id: string;
  /** The name it claims, unverified. */
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** How long a client without a connection is kept. */
const unusedForMs = 90 * 86_400_000;

/** Adds a client, and removes those registered long ago that have neither a code nor a connection. */
export async function addClient(
  store: Store,
  { id, name, redirectUris }: Client,
  now: number,
): Promise<void> {
  await store.write(async (transaction) => {
    await removeUnusedClients(transaction, now);
    await transaction.run(
      "INSERT INTO oauth_clients (id, name, redirect_uris, created_at) VALUES (?, ?, ?, ?)",
      id,
      name,
      JSON.stringify(redirectUris),
      now,
    );
  });
}

/** Removes clients registered long ago that have neither a code nor a connection; resolves with their number. */
export function removeUnusedClients(database: Database, now: number): Promise<number> {
  return database.run(
    `DELETE FROM oauth_clients WHERE created_at < ?
     AND id NOT IN (SELECT client_id FROM credentials WHERE client_id IS NOT NULL)
     AND id NOT IN (SELECT client_id FROM oauth_codes)`,
    now - unusedForMs,
  );
}

export async function findClient(database: Database, id: string): Promise<Client | null> {
  const row = await database.get<{ id: string; name: string; redirect_uris: string }>(
    "SELECT id, name, redirect_uris FROM oauth_clients WHERE id = ?",
    id,
  );
  if (row === undefined) return null;
  return { id: row.id, name: row.name, redirectUris: JSON.parse(row.redirect_uris) as string[] };
}
