// Scripts whose words are spelt with separate letters: alphabets, abjads, and abugidas with clear syllable signs. Not Han, Hangul blocks,
// kana and other syllabaries, nor scripts without word spacing.
const speltWord =
  /^(?:[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Coptic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Ol_Chiki}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}]\p{M}*)+$/u;

// A letter with its marks; letters joined by a stacking sign count as one. Not `Intl.Segmenter`, whose clusters depend on its version.
const cluster = /\p{L}\p{M}*(?:(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d])\p{L}\p{M}*)*/gu;

/** Whether a word is in a script that is suitable for exercises with single letters. */
export function isSpelt(word: string): boolean {
  return speltWord.test(word);
}

/** The letters of a word, each with its marks. */
export function lettersOf(word: string): string[] {
  return word.normalize("NFC").match(cluster) ?? [];
}

// Scripts whose letters have another shape at the beginning of a word than in isolation.
const joins =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mongolian}\p{Script=Mandaic}]\p{M}*$/u;
const joiner = "\u200d";

/** The first letters of a word, shaped as they are at the beginning of a word. */
export function asBeginning(letters: string): string {
  return joins.test(letters) ? `${letters}${joiner}` : letters;
}

/** The part of a gap's word that is shown: its first letters, and an underscore for each other letter. Empty if no letters are given. */
export function openingOf({ given, answer }: { readonly given: string; readonly answer: string }): string {
  if (given === "") return "";
  return asBeginning(given) + "_".repeat(lettersOf(answer).length - lettersOf(given).length);
}
