/**
 * The version of every document that `--json` prints. It increases when a member is removed from a document or changes its meaning, not when one is
 * added.
 */
export const documentsVersion = 1;

/** The version of the lines of `--events`. */
export const eventsVersion = 1 as const;
