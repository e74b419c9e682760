import { hashSecret, newSecret } from "../accounts/pepper.ts";
import { iso } from "../clock.ts";
import { sql } from "../store/store.ts";
import { change, type Operator, type Outcome, refusal } from "./operator.ts";

/** The people who may use the operator's pages, in the order in which they were added. */
export async function listOperators({ store }: Operator): Promise<Outcome> {
  const listed = await store.all<{ name: string; at: number }>(
    "SELECT name, created_at AS at FROM operators ORDER BY created_at, name",
  );
  const operators = listed.map(({ name, at }) => ({ name, createdAt: iso(at) }));
  return {
    rows: operators.map(({ name, createdAt }) => ({ operator: name, since: createdAt })),
    document: { operators },
  };
}

/** Lets a person use the operator's pages. The person's secret is not stored. Fails with `operator_exists`. */
export async function addOperator(operator: Operator, name: string): Promise<Outcome> {
  const secret = newSecret("operator");
  await change(operator, async (transaction, log) => {
    const made = await transaction.run(
      sql`INSERT INTO operators (name, hash, created_at)
        VALUES (${name}, ${hashSecret(secret, operator.pepper)}, ${operator.now()}) ON CONFLICT DO NOTHING`,
    );
    if (made === 0) throw refusal({ code: "operator_exists", name });
    await log("operator added", null, { name });
  });
  return { secret, document: { operator: name, secret } };
}

/** Ends a person's access to the operator's pages, and their sessions, at once. Fails with `operator_unknown`. */
export function removeOperator(operator: Operator, name: string): Promise<Outcome> {
  return change(operator, async (transaction, log) => {
    await transaction.run(sql`DELETE FROM operator_sessions WHERE operator = ${name}`);
    if ((await transaction.run(sql`DELETE FROM operators WHERE name = ${name}`)) === 0)
      throw refusal({ code: "operator_unknown", name });
    await log("operator removed", null, { name });
    return { document: { operator: name } };
  });
}

/** Whether a secret is that operator's. It has 256 random bits, so a fast hash is safe for it. */
export async function isOperator(
  { store, pepper }: Pick<Operator, "store" | "pepper">,
  { name, secret }: { readonly name: string; readonly secret: string },
): Promise<boolean> {
  const known = sql`SELECT 1 FROM operators WHERE name = ${name} AND hash = ${hashSecret(secret, pepper)}`;
  return (await store.get(known)) !== undefined;
}
