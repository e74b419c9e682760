import type { Quote } from "../../contract/quotes.ts";
import type { QuoteRequest } from "../../contract/stories.ts";
import type { Account } from "../accounts/accounts.ts";
import type { Parts } from "../parts.ts";
import { quotedBalance } from "./balance.ts";
import { priceOf } from "./prices.ts";

/** The price of a story with these settings (interface 4.3): what its creation would reserve. Reserves nothing. */
export async function quoteStory(
  { store }: Pick<Parts, "store">,
  account: Account,
  request: QuoteRequest,
): Promise<Quote> {
  const { lang, length = "short", audiobook = true } = request;
  const price = priceOf({ lang, length, audiobook }, account.settings);
  return { credits: price.writing + price.audiobook, ...price, balance: await quotedBalance(store, account) };
}
