import { cleanLine, cleanText, isBlank, isNamed } from "../shared/text.ts";

/** A person's name as it is recorded with what they do; null if it has neither a letter nor a digit. */
export function nameRecorded(who: string): string | null {
  return isNamed(who) ? cleanLine(who) : null;
}

/** A reason or a comment as it is recorded; null if it shows nothing. */
export function textRecorded(text: string | null): string | null {
  return text === null || isBlank(text) ? null : cleanText(text).trim();
}
