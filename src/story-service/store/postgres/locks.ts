import type { Database, Lock } from "../store.ts";

/** Numbers of the locks that belong to no row, in a class of their own. */
const lockClass = 736_421_651;
const lockNumbers = { start: 1, "free budget": 2 } as const;

/** How the owner of something is found. An owner never changes. */
const ownerOf = {
  account: "SELECT ?",
  story: "SELECT account_id FROM stories WHERE id = ?",
  code: "SELECT account_id FROM oauth_codes WHERE hash = ?",
  refreshToken: `SELECT account_id FROM refresh_tokens JOIN credentials ON credentials.id = credential_id WHERE hash = ?`,
} as const;

/** Takes a lock until the transaction ends: an account's is the lock of its row. */
export async function takeLock(statements: Pick<Database, "all">, what: Lock): Promise<void> {
  if (typeof what === "string") {
    await statements.all("SELECT pg_advisory_xact_lock(?, ?)", lockClass, lockNumbers[what]);
    return;
  }
  const [[kind, id] = ["account", ""] as const] = Object.entries(what) as [keyof typeof ownerOf, string][];
  // As strong as excludes others like it; rows that refer to the account can still be added.
  await statements.all(`SELECT 1 FROM accounts WHERE id = (${ownerOf[kind]}) FOR NO KEY UPDATE`, id);
}
