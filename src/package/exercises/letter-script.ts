// Scripts that stand in for one another in one language's text count as one.
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

// Letters of one script alone: what lengthens a vowel or a line belongs to several.
const ownLetter = /(?![\p{Script=Common}\p{Script=Inherited}])\p{L}/gu;

/** The script that most letters of a text are in; one name for all that are not told apart here, null where there is no letter. */
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
 * Tells the words that are written as a text is: a foreign name in its own letters is nothing to spell, to guess or to put in order. A word
 * without letters is in no other script. Where the text has no letters every word will do.
 */
export function inScriptOf(text: string): (word: string) => boolean {
  const script = scriptOf(text);
  if (script === null) return () => true;
  // The same few hundred words are asked for again and again.
  const known = new Map<string, boolean>();
  return (word) => {
    const answer =
      known.get(word) ??
      (word.match(/\p{L}+/gu) ?? []).every((part) => [null, script].includes(scriptOf(part)));
    known.set(word, answer);
    return answer;
  };
}
