import { shorten, showText } from "../../shared/text.ts";

/** No name in a message is longer, in characters. */
export const nameCharacters = 80;

/** A name or text of the plan in quotes, shown harmless and not too long. */
export function quote(text: string): string {
  return `"${shorten(showText(text), nameCharacters)}"`;
}
