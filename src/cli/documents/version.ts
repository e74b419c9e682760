/** The version of every document that `--json` prints. It grows when a member leaves a document or changes its meaning, not when one is added. */
export const documentsVersion = 1;

/** A command's document as it is printed. */
export function withVersion(document: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { schema: documentsVersion, ...document };
}
