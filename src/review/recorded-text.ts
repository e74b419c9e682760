import { cleanLine, cleanText, isBlank, isNamed } from "../shared/text.ts";

// Apart from the schemas, so that the page's script doesn't contain a parser. Lengths are in UTF-16 units.

/** The longest name of a reviewer. */
export const nameMost = 80;
/** The longest reason or comment. */
export const textMost = 4_000;
/** What a corrected sentence, title or gloss may have however short it was. */
export const unitMost = 2_000;
/** The longest corrected sentence, title or gloss. A text without signs may be one sentence from end to end. */
export const correctedMost = 20_000;

/** A person's name as it is recorded with what they do; null if it has neither a letter nor a digit. */
export function nameRecorded(who: string): string | null {
  return isNamed(who) ? cleanLine(who) : null;
}

/** A reason or a comment as it is recorded; null if it shows nothing. */
export function textRecorded(text: string | null): string | null {
  return text === null || isBlank(text) ? null : cleanText(text).trim();
}
