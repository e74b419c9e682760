// Invisible characters that make a name unsearchable: soft hyphens, fillers, direction marks, joiners with nothing to join.
const invisible = /(?![\u200c\u200d]|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;

// Persian and the Indic scripts spell with joiners, and emoji families and flags are made of them.
const joiner =
  /(?<![\p{M}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/**
 * A name for places that some programs read as HTML and others as plain text, and that people search. It reads the same in both: plain spaces only,
 * nothing invisible, no look-alikes, round brackets instead of any that could be markup, and no ampersand that begins an entity.
 */
export function plainName(name: string): string {
  return name
    .replace(invisible, "")
    .replace(joiner, "")
    .replace(/\s+/gu, " ")
    .trim()
    .replaceAll("<", "(")
    .replaceAll(">", ")")
    .replace(/&(?=\S)/g, "& ");
}
