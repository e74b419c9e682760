import { cleanText } from "../../shared/text.ts";

/** The paragraphs of a story: parted by empty lines where it has any, else one a line. Cleaned again: cleaning twice changes nothing. */
export function paragraphsOf(text: string): string[] {
  const clean = cleanText(text).trim();
  const parts = /\n\s*\n/.test(clean) ? clean.split(/\n\s*\n/) : clean.split("\n");
  return parts.map((part) => part.replace(/[^\S\n]*\n[^\S\n]*/g, "\n").trim()).filter((part) => part !== "");
}
