import { shorten, showText } from "../../shared/text.ts";

/** The longest name shown in a message, in characters. */
export const nameCharacters = 80;

/** A name or text of the plan in quotes, escaped for display and truncated. */
export function quote(text: string): string {
  return `"${shorten(showText(text), nameCharacters)}"`;
}
