import type { Database } from "../store/store.ts";
import { hashSecret, type Peppers, rehash, storedHash } from "./peppers.ts";

const secretOf = (id: string): string => `account ${id}`;

/** Remembers, without its id, that an account was deleted. */
export async function rememberDeleted(
  transaction: Database,
  { id, pepper, at }: { readonly id: string; readonly pepper: Peppers; readonly at: number },
): Promise<void> {
  await forgetDeleted(transaction, id, pepper);
  await transaction.run("INSERT INTO deleted_accounts VALUES (?, ?)", hashSecret(secretOf(id), pepper), at);
}

/** Whether an account of this id was deleted, and none was added since. What is remembered is brought under the current pepper. */
export async function isDeleted(database: Database, id: string, pepper: Peppers): Promise<boolean> {
  const secret = secretOf(id);
  const hash = await storedHash({ database, pepper }, "deleted_accounts", secret);
  const sql = "SELECT 1 FROM deleted_accounts WHERE hash = ?";
  if ((await database.get(sql, hash)) === undefined) return false;
  await rehash({ database, pepper }, "deleted_accounts", { secret, hash });
  return true;
}

/** Lets an id be used again. */
export async function forgetDeleted(transaction: Database, id: string, pepper: Peppers): Promise<void> {
  const hash = await storedHash({ database: transaction, pepper }, "deleted_accounts", secretOf(id));
  await transaction.run("DELETE FROM deleted_accounts WHERE hash = ?", hash);
}
