import { timingSafeEqual } from "node:crypto";
import { appendLog } from "../accounts/audit-log.ts";
import { hashesOf, hashSecret, rehashOnUse } from "../accounts/peppers.ts";
import { newSecret } from "../accounts/secrets.ts";
import type { Database } from "../store/store.ts";
import { type Operator, refusal } from "./operator.ts";

/** A person who may use the operator's pages. */
export interface ListedOperator {
  readonly name: string;
  readonly createdAt: number;
}

/** All of them, the oldest first. */
export function listOperators(database: Database): Promise<ListedOperator[]> {
  return database.all(`SELECT name, created_at AS "createdAt" FROM operators ORDER BY created_at, name`);
}

/** Whether the operator's pages are there at all. */
export async function hasOperators(database: Database): Promise<boolean> {
  return (await database.get("SELECT 1 FROM operators LIMIT 1")) !== undefined;
}

/** Lets a person use the operator's pages, and returns their secret, which is not stored. Fails with `operator_exists`. */
export async function addOperator(operator: Operator, name: string): Promise<string> {
  const { store, pepper, actor } = operator;
  const secret = newSecret("operator");
  await store.write(async (transaction) => {
    await transaction.lock("start");
    const at = operator.now();
    const made = await transaction.run(
      "INSERT INTO operators (name, hash, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      name,
      hashSecret(secret, pepper),
      at,
    );
    if (made === 0) throw refusal({ code: "operator_exists", name });
    await appendLog(transaction, {
      at,
      actor,
      what: "operator added",
      accountId: null,
      details: { name },
    });
  });
  await store.settled();
  return secret;
}

/** Takes the operator's pages away from a person, whose sessions end at once. Fails with `operator_unknown`. */
export async function removeOperator(operator: Operator, name: string): Promise<void> {
  const { store, actor } = operator;
  await store.write(async (transaction) => {
    await transaction.lock("start");
    await transaction.run("DELETE FROM operator_sessions WHERE operator = ?", name);
    if ((await transaction.run("DELETE FROM operators WHERE name = ?", name)) === 0)
      throw refusal({ code: "operator_unknown", name });
    await appendLog(transaction, {
      at: operator.now(),
      actor,
      what: "operator removed",
      accountId: null,
      details: { name },
    });
  });
  await store.settled();
}

/** Whether a secret is that operator's. It has 256 random bits, so a fast hash is safe for it. */
export async function isOperator(
  { store, pepper }: Pick<Operator, "store" | "pepper">,
  { name, secret }: { readonly name: string; readonly secret: string },
): Promise<boolean> {
  const known = await store.get<{ hash: string }>("SELECT hash FROM operators WHERE name = ?", name);
  // In this order: another process may have rotated the pepper, and stored the secret under the new one.
  await pepper.refresh(store);
  const kept = Buffer.from(known?.hash ?? "");
  const fits = hashesOf(secret, pepper).map((hash) => {
    const given = Buffer.from(hash);
    return given.length === kept.length && timingSafeEqual(given, kept);
  });
  if (known === undefined || !fits.includes(true)) return false;
  await rehashOnUse({ database: store, pepper }, "operators", { secret, hash: known.hash });
  return true;
}
