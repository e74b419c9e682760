// Apart from the schemas, so that the page's script doesn't contain a parser.

/** The longest name of a reviewer, in UTF-16 units. */
export const nameMost = 80;
/** The longest reason or comment, in UTF-16 units. */
export const textMost = 4_000;
