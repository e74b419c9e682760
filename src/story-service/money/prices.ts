import type { Length } from "../../contract/choices.ts";
import { writingCredits } from "../../contract/stories.ts";
import type { AccountSettings } from "../config/config.ts";

/** In whole credits. `audiobook` is 0 if none is requested. */
export interface Price {
  readonly writing: number;
  readonly audiobook: number;
}

export interface Priced {
  readonly lang: string;
  readonly length: Length;
  readonly audiobook: boolean;
}

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
