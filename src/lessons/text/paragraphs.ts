import { cleanText } from "../../shared/text.ts";

/** Splits a story into paragraphs at empty lines, or at every line if there are none. Cleans the text again, which is idempotent. */
export function paragraphsOf(text: string): string[] {
  const clean = cleanText(text).trim();
  const parts = /\n\s*\n/.test(clean) ? clean.split(/\n\s*\n/) : clean.split("\n");
  return parts.map((part) => part.replace(/[^\S\n]*\n[^\S\n]*/g, "\n").trim()).filter((part) => part !== "");
}
