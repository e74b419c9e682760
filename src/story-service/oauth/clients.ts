import type { Store } from "../store/store.ts";

/** A program that registered itself: public, so that it has no secret, and known by nothing but where it wants its answers. */
export interface Client {
  readonly id: string;
  /** What it calls itself. Nobody checked it. */
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** How long a client that nobody connected is kept. */
const unusedForMs = 90 * 86_400_000;

/** Keeps a new client, and forgets those that were registered long ago and have neither a code nor a connection. */
export function addClient(store: Store, { id, name, redirectUris }: Client, now: number): void {
  store.write(() => {
    store.run(
      `DELETE FROM oauth_clients WHERE created_at < ?
       AND id NOT IN (SELECT client_id FROM credentials WHERE client_id IS NOT NULL)
       AND id NOT IN (SELECT client_id FROM oauth_codes)`,
      now - unusedForMs,
    );
    store.run(
      "INSERT INTO oauth_clients (id, name, redirect_uris, created_at) VALUES (?, ?, ?, ?)",
      ...[id, name, JSON.stringify(redirectUris), now],
    );
  });
}

export function findClient(store: Store, id: string): Client | null {
  const row = store.get<{ id: string; name: string; redirect_uris: string }>(
    "SELECT id, name, redirect_uris FROM oauth_clients WHERE id = ?",
    id,
  );
  if (row === undefined) return null;
  return { id: row.id, name: row.name, redirectUris: JSON.parse(row.redirect_uris) as string[] };
}
