import type { LanguageFacts } from "../../shared/languages/languages.ts";

/**
 * The words of a text; in scripts without word spacing, only single letters and digits. Doesn't use `Intl.Segmenter`, whose dictionaries depend on
 * its version.
 */
export function runningWords(text: string, { spaces }: Pick<LanguageFacts, "spaces">): string[] {
  const found = spaces ? text.match(/[\p{L}\p{N}]\S*/gu) : text.match(/[\p{L}\p{N}]/gu);
  return (found ?? []).map((word) => word.replace(/[^\p{L}\p{M}\p{N}]+$/u, ""));
}

/** Languages that capitalize every noun, so that names can't be told from other words. */
export const withCapitalNouns = new Set(["de", "lb", "gsw", "nds", "bar", "pfl"]);
