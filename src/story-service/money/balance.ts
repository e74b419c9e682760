import { z } from "zod";
import { type Quote, quoteSchema } from "../../contract/quotes.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Store } from "../store/store.ts";
import { fundsOf } from "./movements.ts";

/**
 * What `GET /balance` answers; the interface does not show its shape. The three fields of a quote's `balance`, and `reserved`: credits
 * that stories on their way hold. A reservation is not a charge, so `credits` still contains it; `credits - reserved` can be spent.
 */
export const balanceSchema = z.strictObject({
  ...quoteSchema.shape.balance.shape,
  reserved: z.number(),
});

export type Balance = Readonly<z.infer<typeof balanceSchema>>;

export function balanceOf(store: Store, { id, settings }: Account): Balance {
  const { available, reserved } = fundsOf(store, id);
  const { plan, unlimited } = settings;
  return { credits: unlimited ? null : available + reserved, plan, unlimited, reserved };
}

/** The balance as a quote shows it (interface 2.5): three fields, no other. */
export function quotedBalance(store: Store, account: Account): Quote["balance"] {
  const { credits, plan, unlimited } = balanceOf(store, account);
  return { credits, plan, unlimited };
}
