import { cleanLine, cleanText, isBlank, isNamed } from "../shared/text.ts";

// Separate from the schemas, so that the page's script doesn't contain a parser. Lengths are in UTF-16 units.

/** The maximum length of a reviewer's name. */
export const nameMost = 80;
/** The maximum length of a reason or comment. */
export const textMost = 4_000;
/** The length that a corrected sentence, title or gloss may always have, however short the original was. */
export const unitMost = 2_000;
/** The maximum length of a corrected sentence, title or gloss. A text without end punctuation may be one sentence from end to end. */
export const correctedMost = 20_000;

/** A person's name as it is recorded with that person's actions; null if the name has neither a letter nor a digit. */
export function nameRecorded(who: string): string | null {
  return isNamed(who) ? cleanLine(who) : null;
}

/** A reason or a comment as it is recorded; null if it has no visible text. */
export function textRecorded(text: string | null): string | null {
  return text === null || isBlank(text) ? null : cleanText(text).trim();
}
