// Scripts that a language mixes in one text count as one.
const families: readonly (readonly [family: string, letters: RegExp])[] = [
  ["Latn", /\p{Script=Latin}/gu],
  ["Cyrl", /\p{Script=Cyrillic}/gu],
  ["Grek", /\p{Script=Greek}/gu],
  ["Arab", /\p{Script=Arabic}/gu],
  ["Hebr", /\p{Script=Hebrew}/gu],
  ["Syrc", /\p{Script=Syriac}/gu],
  ["Deva", /\p{Script=Devanagari}/gu],
  ["East", /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/gu],
  ["Thai", /\p{Script=Thai}/gu],
];

// Letters of a single script: marks that lengthen a vowel or a line belong to several.
const ownLetter = /(?![\p{Script=Common}\p{Script=Inherited}])\p{L}/gu;

/** The script of most of a text's letters; `other` for all scripts not listed above; null if there are no letters. */
function scriptOf(text: string): string | null {
  const all = text.match(ownLetter)?.length ?? 0;
  if (all === 0) return null;
  const counts = families.map(([family, letters]) => ({ family, count: text.match(letters)?.length ?? 0 }));
  const rest = all - counts.reduce((sum, { count }) => sum + count, 0);
  return counts.reduce((most, entry) => (entry.count > most.count ? entry : most), {
    family: "other",
    count: rest,
  }).family;
}

/**
 * A test for words in the script of a text, because a foreign name in its own script is not suitable for exercises. Words without letters
 * pass; if the text has no letters, all words do.
 */
export function inScriptOf(text: string): (word: string) => boolean {
  const script = scriptOf(text);
  if (script === null) return () => true;
  // A cache, because exercises test the same few hundred words repeatedly.
  const known = new Map<string, boolean>();
  return (word) => {
    const answer =
      known.get(word) ??
      (word.match(/\p{L}+/gu) ?? []).every((part) => [null, script].includes(scriptOf(part)));
    known.set(word, answer);
    return answer;
  };
}
