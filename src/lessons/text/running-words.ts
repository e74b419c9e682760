import type { LanguageFacts } from "../../shared/languages/languages.ts";

/**
 * The running words of a text, without surrounding punctuation; in scripts without word spacing, its single letters and digits. Doesn't use
 * `Intl.Segmenter`, whose dictionaries depend on its version.
 */
export function runningWords(text: string, { spaces }: Pick<LanguageFacts, "spaces">): string[] {
  const found = spaces ? text.match(/[\p{L}\p{N}]\S*/gu) : text.match(/[\p{L}\p{N}]/gu);
  return (found ?? []).map((word) => word.replace(/[^\p{L}\p{M}\p{N}]+$/u, ""));
}
