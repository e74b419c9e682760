import * as z from "zod";

/** A price (2.5). `balance.credits` is null for accounts without a credit limit. */
export const quoteSchema = z.strictObject({
  credits: z.number(),
  writing: z.number(),
  audiobook: z.number(),
  balance: z.strictObject({
    credits: z.number().nullable(),
    plan: z.string(),
    unlimited: z.boolean(),
  }),
});

export type Quote = z.infer<typeof quoteSchema>;
