// Apart from the schemas, so that the page's script doesn't contain a parser.

/** The longest name of a reviewer, in UTF-16 units. */
export const nameMost = 80;
/** The longest reason or comment, in UTF-16 units. */
export const textMost = 4_000;
/** What a corrected sentence, title or gloss may have however short it was, in UTF-16 units. */
export const unitMost = 2_000;
/** The longest corrected sentence, title or gloss, in UTF-16 units. A text without signs may be one sentence from end to end. */
export const correctedMost = 20_000;
