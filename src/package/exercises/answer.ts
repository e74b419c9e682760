import { foldText } from "../../lessons/text/fold-text.ts";
import { plainLetters, undecomposed } from "../../shared/text.ts";

interface Tagged {
  readonly bcp47: string;
}

// Keyboards have the straight apostrophe and hyphen, where books have others.
const apostrophes = /[\u2018\u2019\u02bc\u0060\u00b4\uff07]/g;
const hyphens = /[\u2010\u2011\u2012\u2013]/g;
// Full-width letters and digits, and katakana of half the width.
const otherWidths = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uff9f]+/g;
const sign = /^[\s\p{P}]$/u;
const edge = /^[\s\p{P}]|[\s\p{P}]$/u;

// Scripts without spaces between words: one beside such a sign says nothing.
const unspaced =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}々〆ー]";
const idleSpace = new RegExp(`(${unspaced})\\s+|\\s+(?=${unspaced})`, "gu");

/**
 * Folds an answer for comparison: composes it, and ignores width, case, needless space, vowel points, shapes of apostrophes and hyphens, and
 * punctuation around it. Also runs in the package's pages.
 */
export function foldAnswer(answer: string, language: Tagged): string {
  const narrow = answer.replace(otherWidths, (letters) => letters.normalize("NFKC")).normalize("NFC");
  const plain = narrow.replace(apostrophes, "'").replace(hyphens, "-");
  const bare = withoutEdges(plain);
  return foldText((bare === "" ? plain : bare).trim().replace(idleSpace, "$1"), language.bcp47);
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

/** Whether two texts are the same answer, whatever their case. */
export function sameAnswer(given: string, answer: string, language: Tagged): boolean {
  return foldAnswer(given, language) === foldAnswer(answer, language);
}

/** How an answer is marked. Almost: the spelling has a slip, but the meaning is clear. */
export type Mark = "right" | "almost" | "wrong";

/**
 * Marks an answer. Differences that keyboards cause are right, too: initial or all capitals, apostrophes, widths, punctuation around it. Almost
 * right: differences in accents, capitals, punctuation inside, `ss` for `ß` and the like, or, from four letters on, one letter that is wrong,
 * missing, extra or swapped.
 */
export function markOf(given: string, answer: string, language: Tagged): Mark {
  if (sameAnswer(given, answer, language)) return hasCase(given, answer, language) ? "right" : "almost";
  const [typed, wanted] = [given, answer].map((text) => withoutMarks(foldAnswer(text, language)));
  if (typed === undefined || wanted === undefined || typed === "") return "wrong";
  const spelt = withoutMarks(foldAnswer(spelledOut(answer), language));
  return typed === wanted || typed === spelt || isOneLetterOff(typed, wanted) ? "almost" : "wrong";
}

/** Whether capitals are where the answer has them; a keyboard may add one at the beginning, or write nothing else. */
function hasCase(given: string, answer: string, { bcp47 }: Tagged): boolean {
  const [typed, wanted] = [given, answer].map(lettersWithCase);
  if (typed === undefined || wanted === undefined || typed === wanted) return true;
  const upper = wanted.toLocaleUpperCase(bcp47);
  return typed === upper || typed === upper.slice(0, 1) + wanted.slice(1);
}

function lettersWithCase(text: string): string {
  return (text.normalize("NFKC").match(/[\p{Lu}\p{Ll}]/gu) ?? []).join("");
}

// Accents, the hamza on its letter, and every sign. Not the marks of Indic vowels or of voiced kana, which make other sounds.
const marks = /[\u0300-\u036f\u0653-\u0655]/g;

function withoutMarks(fold: string): string {
  return withoutSigns(withoutAccents(fold));
}

function withoutSigns(text: string): string {
  return text.replace(/\p{P}/gu, "").replace(/\s+/g, " ").trim();
}

function withoutAccents(small: string): string {
  const plain = small
    .replace(undecomposed, (letter) => plainLetters[letter] ?? letter)
    .replaceAll("ٱ", "ا")
    .normalize("NFD");
  return plain.replace(marks, "").normalize("NFC");
}

const umlauts: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };

/** As it is typed without the letters: `Straße` as `Strasse`, `Bär` as `Baer`. */
function spelledOut(answer: string): string {
  return answer.replace(/[äöüåø]/gi, (letter) => umlauts[letter.toLowerCase()] ?? letter);
}

const fewestLetters = 4;

// A sign of these is a syllable or a word; no slip changes one into another.
const isNoLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Whether one letter is another, missing or too many, or two neighbours changed places. Figures have to be right. */
function isOneLetterOff(typed: string, wanted: string): boolean {
  const [one, other] = [[...typed], [...wanted]];
  if ((wanted.match(/\p{L}/gu)?.length ?? 0) < fewestLetters || isNoLetter.test(wanted)) return false;
  if (typed.replace(/\P{N}/gu, "") !== wanted.replace(/\P{N}/gu, "")) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end))
    end += 1;
  const [own, theirs] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (own.length <= 1 && theirs.length <= 1) return true;
  return own.length === 2 && theirs.length === 2 && own[0] === theirs[1] && own[1] === theirs[0];
}

/**
 * The spellings of an answer, the story's first, for programs that accept a list and ignore case: with all optional marks, with none, with a tanwin
 * before or on the last alef, and with Turkish capitals, of which such programs know nothing.
 */
export function spellingsOf(answer: string, language: Tagged): string[] {
  const otherTanwin = answer.replace(/\u064b\u0627$/, "\u0627\u064b");
  const upper = answer.toLocaleUpperCase(language.bcp47);
  const capitals = [upper, upper.slice(0, 1) + answer.slice(1)].filter(
    (text) => text.toLowerCase() !== answer.toLowerCase() && markOf(text, answer, language) === "right",
  );
  return [...new Set([answer, otherTanwin, foldAnswer(answer, language), ...capitals])];
}

// More accents would be more spellings than a platform should list.
const mostAccents = 4;

/** A folded text without some of its accents, in every way; with too many accents, without all of them. */
function withFewerAccents(text: string): string[] {
  const places = [...text].flatMap((letter, index) => (withoutAccents(letter) === letter ? [] : [index]));
  if (places.length > mostAccents) return [withoutAccents(text)];
  return Array.from({ length: 2 ** places.length }, (_, kept) =>
    [...text]
      .map((letter, index) => {
        const place = places.indexOf(index);
        return place !== -1 && (kept >> place) % 2 === 0 ? withoutAccents(letter) : letter;
      })
      .join(""),
  );
}

/**
 * The spellings that are almost right and can be listed: without some accents or all, with letters spelt out, and with the signs inside left out or hyphens typed
 * as spaces, each with the sign at its end and without. Not those that differ by a single letter.
 */
export function nearSpellingsOf(answer: string, language: Tagged): string[] {
  const small = foldText(answer, language.bcp47);
  const [end] = /\p{P}*$/u.exec(small) ?? [""];
  const near = [
    small,
    ...withFewerAccents(small),
    withoutAccents(foldText(spelledOut(answer), language.bcp47)),
  ]
    .flatMap((text) => [text, withoutSigns(text), withoutSigns(text.replace(/\p{Pd}/gu, " "))])
    .flatMap((text) => [text, withoutSigns(text) + end]);
  return [...new Set(near)].filter(
    (text) => !sameAnswer(text, answer, language) && markOf(text, answer, language) === "almost",
  );
}

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

/** Each letter with its marks. */
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
