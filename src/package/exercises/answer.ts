import { foldText } from "../../lessons/text/fold-text.ts";

// Keyboards set the straight apostrophe and hyphen where books have others.
const apostrophes = /[\u2018\u2019\u02bc\u0060\u00b4]/g;
const hyphens = /[\u2010\u2011\u2012\u2013]/g;
const sign = /^[\s\p{P}]$/u;

/**
 * An answer as it is compared: in NFC, without regard to case, white space, optional vowel points, the shape of apostrophes and hyphens,
 * and punctuation around it. An answer that is nothing but punctuation is kept as it is. The package's pages run it too (`browser/`).
 */
export function foldAnswer(answer: string, language: { readonly bcp47: string }): string {
  const plain = answer.normalize("NFC").replace(apostrophes, "'").replace(hyphens, "-");
  const bare = withoutEdges(plain);
  return foldText((bare === "" ? plain : bare).trim(), language.bcp47);
}

// No pattern that looks behind: a browser of a few years ago would refuse the whole script.
function withoutEdges(text: string): string {
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
 * The spellings of an answer that a program may be told to accept, the story's own first: whatever it compares, case doesn't count. With all
 * its optional marks or with none; an Arabic tanwin stands before the last alef or on it.
 */
export function spellingsOf(answer: string, language: { readonly bcp47: string }): string[] {
  const otherTanwin = answer.replace(/\u064b\u0627$/, "\u0627\u064b");
  return [...new Set([answer, otherTanwin, foldAnswer(answer, language)])];
}
