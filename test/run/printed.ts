/** The lines of a key that a message prints, its comments too; where the texts tell nothing, the first is the one that is chosen. */
export function printed(text: string, key: string): string[] {
  const block = new RegExp(`^${key}:.*\\n((?: {2}.*\\n)+)`, "m").exec(text)?.[1] ?? "";
  const chosen = block.replace(/^ {2}# -/gm, "  -");
  return [`${key}:`, ...chosen.trimEnd().split("\n")];
}
