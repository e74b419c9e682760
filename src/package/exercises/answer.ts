import { foldText } from "../../lessons/text/fold-text.ts";

// Keyboards have the straight apostrophe and hyphen, where books have others.
const apostrophes = /[\u2018\u2019\u02bc\u0060\u00b4]/g;
const hyphens = /[\u2010\u2011\u2012\u2013]/g;
const sign = /^[\s\p{P}]$/u;
const edge = /^[\s\p{P}]|[\s\p{P}]$/u;

/**
 * Normalizes an answer for comparison: NFC, without case, white space, optional vowel points, the shape of apostrophes and hyphens, and
 * punctuation around it. An answer of punctuation only stays as it is. Also runs in the package's pages (`browser/`).
 */
export function foldAnswer(answer: string, language: { readonly bcp47: string }): string {
  const plain = answer.normalize("NFC").replace(apostrophes, "'").replace(hyphens, "-");
  const bare = withoutEdges(plain);
  return foldText((bare === "" ? plain : bare).trim(), language.bcp47);
}

// No lookbehind: browsers a few years old would reject the whole script.
function withoutEdges(text: string): string {
  if (!edge.test(text)) return text;
  const characters = [...text];
  const isSign = (at: number): boolean => sign.test(characters[at] ?? "");
  let start = 0;
  let end = characters.length;
  while (start < end && isSign(start)) start += 1;
  while (end > start && isSign(end - 1)) end -= 1;
  return characters.slice(start, end).join("");
}

/** Whether a learner's answer is right. */
export function sameAnswer(given: string, answer: string, language: { readonly bcp47: string }): boolean {
  return foldAnswer(given, language) === foldAnswer(answer, language);
}

/**
 * The spellings of an answer for programs that accept a list of them and ignore case, the story's spelling first: with all its optional
 * marks and with none, and with an Arabic tanwin before or on the last alef.
 */
export function spellingsOf(answer: string, language: { readonly bcp47: string }): string[] {
  const otherTanwin = answer.replace(/\u064b\u0627$/, "\u0627\u064b");
  return [...new Set([answer, otherTanwin, foldAnswer(answer, language)])];
}
