import type { StoryOrder } from "../../../src/story-service/ports.ts";

/** An order for a story; what a test does not care about is plain. */
export function order(wanted: Partial<StoryOrder>): StoryOrder {
  return {
    topic: "A morning at the market",
    lang: "en",
    difficulty: 4,
    length: "short",
    genre: null,
    form: null,
    words: [],
    ...wanted,
  };
}

/** Required words of one, two and more parts, as a teacher types them. */
export function wordsToUse(count: number): StoryOrder["words"] {
  const some = "billete|la estación|Gleis 9|s'il vous plaît|كتاب|naïve|to look forward to|Äpfel".split("|");
  return Array.from({ length: count }, (_, index) => ({ word: some[index] ?? `word${index}`, gloss: null }));
}

const segmenter = new Intl.Segmenter("und", { granularity: "word" });

/** How many words a text has: runs between spaces that hold a letter or a digit, or where there are no spaces, words of a dictionary. */
export function wordCount(text: string): number {
  return wordsOf(text).length;
}

function wordsOf(text: string): string[] {
  if (/[\p{Script=Han}\p{Script=Hiragana}]/u.test(text)) {
    return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
  }
  return text.split(/\s+/u).filter((part) => /[\p{L}\p{N}]/u.test(part));
}

/**
 * The sentences of a text, roughly: cut after a final mark and its closing quotation marks, before what can begin a sentence. What
 * is left of a cut after a question (“…?” I say.) is too short to be one.
 */
export function sentencesOf(text: string): string[] {
  return text
    .split(/\n\n|(?<=[.!?؟…।]\u202f?[”“»]?) (?=[\p{Lu}\p{Lo}“„«¿¡\d])|(?<=[。！？][”」]?)(?![”」])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => wordCount(sentence) > 2);
}

/** How much of the shorter text's word pairs the other shares, 0 to 1. */
export function likeness(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)];
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return shared / Math.min(a.size, b.size);
}

function pairsOf(text: string): Set<string> {
  const words = wordsOf(text);
  return new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
