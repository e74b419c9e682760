import * as z from "zod";
import type { Length } from "../../contract/choices.ts";
import { type Quote, quoteSchema } from "../../contract/quotes.ts";
import { type QuoteRequest, writingCredits } from "../../contract/stories.ts";
import type { Account } from "../accounts/accounts.ts";
import type { AccountSettings } from "../config/config.ts";
import type { Parts } from "../parts.ts";
import type { Database } from "../store/store.ts";
import type { StoredRequest } from "../stories/states.ts";
import { fundsOf } from "./movements.ts";

/** In whole credits. `audiobook` is 0 if none is requested. */
type Price = Pick<Quote, "writing" | "audiobook">;

type Priced = Pick<StoredRequest, "lang" | "length" | "audiobook">;

// The interface says that language and book settings determine the audiobook's price but gives no amounts; these are our own.
const narrationCredits: Readonly<Record<Length, number>> = { short: 12, medium: 27, long: 50 };
const premiumFactor = 1.5;
const rareVoiceFactor = 1.5;

// Languages with many voices; in any other, narration costs more.
const commonVoices = new Set(
  "ar zh zh-hant cs da nl en fi fr de el he hi hu id it ja ko nb pl pt ro ru es sv th tr uk vi".split(" "),
);

/** The price of a story. Quotes and charges both use this function. */
export function priceOf(order: Priced, settings: Pick<AccountSettings, "bookSettings">): Price {
  return {
    writing: writingCredits[order.length],
    audiobook: order.audiobook ? narrationPrice(order, settings.bookSettings.voice) : 0,
  };
}

function narrationPrice({ lang, length }: Priced, voice: "standard" | "premium"): number {
  const common = commonVoices.has(lang) || commonVoices.has(lang.split("-")[0] ?? lang);
  const factor = (common ? 1 : rareVoiceFactor) * (voice === "premium" ? premiumFactor : 1);
  return Math.ceil(narrationCredits[length] * factor);
}

/** The price of a story with these settings (interface 4.3): the credits that its creation would reserve. Reserves nothing. */
export async function quoteStory(
  { store }: Pick<Parts, "store">,
  account: Account,
  request: QuoteRequest,
): Promise<Quote> {
  const { lang, length = "short", audiobook = true } = request;
  const price = priceOf({ lang, length, audiobook }, account.settings);
  // Three fields of the balance, no others (interface 2.5).
  const { reserved: _, ...balance } = await balanceOf(store, account);
  return { credits: price.writing + price.audiobook, ...price, balance };
}

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
