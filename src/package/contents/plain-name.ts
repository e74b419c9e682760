// What nobody sees and nobody could type to find the name again: soft hyphens, fillers, marks of direction, joiners of nothing.
const invisible = /(?![\u200c\u200d]|\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;

// Persian and the Indian scripts spell with them, and families and flags are made of them.
const joiner =
  /(?<![\p{M}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/**
 * A name for places that some programs read as HTML and others as text, and that people search: the same in both, all spaces alike, nothing invisible and no
 * look-alikes in it. Brackets that could be markup are round ones, and no ampersand begins an entity.
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
