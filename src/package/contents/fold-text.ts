import { lowerCase } from "./lower-case.ts";

// Vowel points, cantillation and the stretching stroke: a learner's text may carry them where the word list does not, and the other way.
const optionalMark =
  /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0670]/u;

/** A character as it is compared: white space of any kind is a space, an optional vowel point is nothing, case doesn't count. */
export function foldCharacter(character: string, tag: string): string {
  if (/\s/u.test(character)) return " ";
  if (optionalMark.test(character)) return "";
  // Which of the two forms of the Greek sigma is right depends on its neighbours.
  const lower = lowerCase(character, tag);
  return lower === "ς" ? "σ" : lower;
}

/** A text as it is compared. Runs in browsers too. */
export function foldText(text: string, tag: string): string {
  return [...text]
    .map((character) => foldCharacter(character, tag))
    .join("")
    .replace(/ {2,}/g, " ");
}
