import type { Database } from "../store/store.ts";
import { hashSecret } from "./secrets.ts";

const hashOf = (id: string, pepper: Buffer): string => hashSecret(`account ${id}`, pepper);

/** Remembers, without its id, that an account was deleted. */
export async function rememberDeleted(
  transaction: Database,
  { id, pepper, at }: { readonly id: string; readonly pepper: Buffer; readonly at: number },
): Promise<void> {
  await transaction.run(
    "INSERT INTO deleted_accounts VALUES (?, ?) ON CONFLICT DO NOTHING",
    hashOf(id, pepper),
    at,
  );
}

/** Whether an account of this id was deleted, and none was added since. */
export async function isDeleted(database: Database, id: string, pepper: Buffer): Promise<boolean> {
  const sql = "SELECT 1 FROM deleted_accounts WHERE hash = ?";
  return (await database.get(sql, hashOf(id, pepper))) !== undefined;
}

/** Lets an id be used again. */
export async function forgetDeleted(transaction: Database, id: string, pepper: Buffer): Promise<void> {
  await transaction.run("DELETE FROM deleted_accounts WHERE hash = ?", hashOf(id, pepper));
}
