import * as z from "zod";
import { type Quote, quoteSchema } from "../../contract/quotes.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Database } from "../store/store.ts";
import { fundsOf } from "./movements.ts";

/**
 * The body of `GET /balance`, whose shape the interface does not define: the three fields of a quote's `balance`, and `reserved`, the credits held by
 * unfinished stories. A reservation is not a charge, so `credits` still includes it; `credits - reserved` can be spent.
 */
export const balanceSchema = z.strictObject({
  ...quoteSchema.shape.balance.shape,
  reserved: z.number(),
});

export type Balance = Readonly<z.infer<typeof balanceSchema>>;

export async function balanceOf(database: Database, { id, settings }: Account): Promise<Balance> {
  const { available, reserved } = await fundsOf(database, id);
  const { plan, unlimited } = settings;
  return { credits: unlimited ? null : available + reserved, plan, unlimited, reserved };
}

/** The balance as shown in a quote (interface 2.5): three fields, no others. */
export async function quotedBalance(database: Database, account: Account): Promise<Quote["balance"]> {
  const { credits, plan, unlimited } = await balanceOf(database, account);
  return { credits, plan, unlimited };
}
