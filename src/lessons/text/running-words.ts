import type { LanguageFacts } from "../../shared/languages/languages.ts";

/**
 * The running words of a text as they stand there, without the signs around them: what stands between spaces where the language sets them, single
 * letters and digits elsewhere. Never what `Intl.Segmenter` says: its dictionaries change with the version.
 */
export function runningWords(text: string, { spaces }: Pick<LanguageFacts, "spaces">): string[] {
  const found = spaces ? text.match(/[\p{L}\p{N}]\S*/gu) : text.match(/[\p{L}\p{N}]/gu);
  return (found ?? []).map((word) => word.replace(/[^\p{L}\p{M}\p{N}]+$/u, ""));
}
