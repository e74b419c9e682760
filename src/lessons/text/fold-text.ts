/** Lower-cases text by the language subtag alone: case depends on nothing else, and a longer tag is a hundred times slower. */
export function lowerCase(text: string, tag: string): string {
  const end = tag.indexOf("-");
  return text.toLocaleLowerCase(end === -1 ? tag : tag.slice(0, end));
}

// Vowel points, cantillation and tatweel: optional in a learner's text and in the word list alike.
const optionalMark =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0670]/u;

/** A character normalized for comparison: all white space becomes a space, optional marks disappear, case is ignored. */
export function foldCharacter(character: string, tag: string): string {
  if (/\s/u.test(character)) return " ";
  if (optionalMark.test(character)) return "";
  // Which form of the Greek sigma is right depends on its neighbours.
  const lower = lowerCase(character, tag);
  return lower === "ς" ? "σ" : lower;
}

// Signs whose lower case depends on nothing around them, that are neither optional nor other white space: most Western texts have no others.
const plain = /^[ -~¡-ÿ\u2010-\u2027]*$/;

/** Folds a text for comparison. Also runs in browsers. */
export function foldText(text: string, tag: string): string {
  if (plain.test(text)) return lowerCase(text, tag).replace(/ {2,}/g, " ");
  return [...text]
    .map((character) => foldCharacter(character, tag))
    .join("")
    .replace(/ {2,}/g, " ");
}
