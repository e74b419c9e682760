import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { cleanText } from "../../shared/text.ts";

type SentenceLanguage = Pick<LanguageFacts, "script" | "spaces" | "words">;

// Ends a sentence if a space or nothing follows.
const spacedEnd = "[.!?…؟۔;]";
// Ends a sentence whatever follows.
const closedEnd = "[。！？．｡।॥։።፧။។៕᱾᱿꯫܀]";
const closers = "[\"'»”’“)\\]」』】〉》]";
const ends = new RegExp(`(?:(?:${spacedEnd}|${closedEnd})+)${closers}*`, "gu");
const spaceless = new RegExp(closedEnd, "u");
const closes = new RegExp(`${closers}$`, "u");

// A full stop after these does not end a sentence. Joining two sentences by mistake is harmless; cutting one is not.
const shortened =
  /(?:^|[^\p{L}\p{M}\p{N}])(?:\p{L}|\p{N}{1,2}|sr|sra|srta|dr|dra|mr|mrs|ms|st|prof|hr|fr|nr|mme|mlle|ud|uds|vd|vds|etc|bzw|usw|ca|jr|mt|vs|sig|dott|ing|tel|pág|núm|av)$/iu;

const quotes: Readonly<Record<string, string>> = {
  "“": "”",
  "„": "“",
  "«": "»",
  "「": "」",
  "『": "』",
  "（": "）",
  "(": ")",
  "《": "》",
};

// Some German texts use these quotation marks the other way round.
const reversed: Readonly<Record<string, string>> = { ...quotes, "«": "", "»": "«" };

// Scripts without a mark for the end of a sentence, or whose mark also ends phrases.
const withoutSentenceEnds = new Set(["Thai", "Laoo", "Tibt", "Lana"]);

/** Whether punctuation marks the ends of sentences in the language. */
export function hasSentenceEnds(language: SentenceLanguage): boolean {
  return !withoutSentenceEnds.has(language.script) && language.words !== "none";
}

/** A range in a paragraph, in UTF-16 units; `to` is exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/**
 * A paragraph's sentences, each on one line; phrases of readable length if the language doesn't mark sentences. Never cuts quoted speech. The same in
 * every version of Node.
 */
export function sentencesOf(paragraph: string, language: SentenceLanguage): string[] {
  return placedSentences(paragraph, language).map(({ text }) => text);
}

/** The same as `sentencesOf`, with the position of each sentence in the paragraph. */
export function placedSentences(
  paragraph: string,
  language: SentenceLanguage,
): (Stretch & { readonly text: string })[] {
  return sentenceBounds(paragraph, language).map(({ from, to }) => ({
    from,
    to,
    text: onOneLine(paragraph.slice(from, to)),
  }));
}

/** The positions of the sentences in the paragraph, without surrounding spaces. Leaves out sentences without a letter or digit. */
export function sentenceBounds(paragraph: string, language: SentenceLanguage): Stretch[] {
  const text = onOneLine(paragraph);
  const places = placesIn(paragraph);
  const bounds = hasSentenceEnds(language) ? markedSentences(text, language) : phrasesOf(text);
  return bounds
    .map(({ from, to }) => trimmed(text, { from, to }))
    .filter(({ from, to }) => /[\p{L}\p{N}]/u.test(text.slice(from, to)))
    .map(({ from, to }) => ({ from: places[from] ?? 0, to: (places[to - 1] ?? 0) + 1 }));
}

function onOneLine(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** Maps each unit of the paragraph on one line to its position in the original paragraph. */
function placesIn(paragraph: string): number[] {
  const places: number[] = [];
  const isSpace = /\s/u;
  for (let at = 0; at < paragraph.length; at += 1) {
    const isRepeated =
      isSpace.test(paragraph[at] ?? "") && (at === 0 || isSpace.test(paragraph[at - 1] ?? ""));
    if (!isRepeated) places.push(at);
  }
  return places;
}

function trimmed(text: string, { from, to }: Stretch): Stretch {
  const stretch = text.slice(from, to);
  const start = from + stretch.length - stretch.trimStart().length;
  return { from: start, to: start + stretch.trim().length };
}

function markedSentences(text: string, language: SentenceLanguage): Stretch[] {
  const sentences: Stretch[] = [];
  const open = openQuotes(text);
  let from = 0;
  for (const match of text.matchAll(ends)) {
    const to = match.index + match[0].length;
    if (open[to - 1] !== 0 || !endsSentence(text, { at: match.index, end: to, signs: match[0] }, language))
      continue;
    sentences.push({ from, to });
    from = to;
  }
  return [...sentences, { from, to: text.length }];
}

// How far ahead to look for a sentence's first letter, past quotes and dashes.
const farthestLetter = 40;

interface SentenceEnd {
  readonly at: number;
  readonly end: number;
  readonly signs: string;
}

function endsSentence(text: string, { at, end, signs }: SentenceEnd, { script }: SentenceLanguage): boolean {
  const rest = text.slice(end, end + farthestLetter);
  if (rest !== "" && !rest.startsWith(" ") && !spaceless.test(signs)) return false;
  // Quoted speech followed by its verb: 「…。」と言った。
  if (closes.test(signs) && /^\p{L}/u.test(rest)) return false;
  // After normalization, the semicolon is the Greek question mark.
  if (signs.startsWith(";") && script !== "Grek") return false;
  if (
    signs.startsWith(".") &&
    !signs.startsWith("..") &&
    shortened.test(text.slice(Math.max(0, at - 12), at))
  ) {
    return false;
  }
  return !/^[^\p{L}\p{N}]*\p{Ll}/u.test(rest);
}

// For each UTF-16 unit, how many quotations are open after it. Marks that never close count as ornaments.
function openQuotes(text: string): Uint8Array {
  for (const pairs of [quotes, reversed]) {
    const depths = new Uint8Array(text.length);
    const waiting: string[] = [];
    for (let index = 0; index < text.length; index += 1) {
      const sign = text[index] ?? "";
      if (waiting.at(-1) === sign) waiting.pop();
      else if (sign === '"') waiting.push(sign);
      else if (Object.hasOwn(pairs, sign) && pairs[sign] !== "") waiting.push(pairs[sign] ?? "");
      depths[index] = Math.min(waiting.length, 255);
    }
    if (waiting.length === 0) return depths;
  }
  return new Uint8Array(text.length);
}

const phraseCharacters = 24;

function phrasesOf(text: string): Stretch[] {
  const phrases: { from: number; to: number }[] = [];
  let at = 0;
  for (const part of text.split(" ")) {
    const last = phrases.at(-1);
    const to = at + part.length;
    if (last !== undefined && last.to - last.from < phraseCharacters) last.to = to;
    else phrases.push({ from: at, to });
    at = to + 1;
  }
  return phrases;
}

/** Converts a position in a paragraph to a position in one of its sentences, whose white space has been collapsed to single spaces. */
export function placeInSentence(paragraph: string, { from }: Pick<Stretch, "from">, at: number): number {
  return paragraph.slice(from, at).replace(/\s+/gu, " ").trimStart().length;
}

/** Splits a story into paragraphs at empty lines, or at every line if there are none. Cleans the text again, which is idempotent. */
export function paragraphsOf(text: string): string[] {
  const clean = cleanText(text).trim();
  const parts = /\n\s*\n/.test(clean) ? clean.split(/\n\s*\n/) : clean.split("\n");
  return parts.map((part) => part.replace(/[^\S\n]*\n[^\S\n]*/g, "\n").trim()).filter((part) => part !== "");
}
