import type { Compounds } from "./grammar.ts";

/** The words that may be parts of a compound, each with the list words that it is a form of. */
export type KnownParts = ReadonlyMap<string, readonly number[]>;

/** A list word inside a compound. */
export interface CompoundPart {
  readonly word: number;
  /** Whether the rest of the compound is unknown, so that the match may be a coincidence. */
  readonly isUnsure: boolean;
}

// Shorter words occur by chance in unrelated words, such as Ei in Freiheit.
const fewestLetters = 3;
const clearLetters = 5;
const fewestBeside = 3;
// Limits the work for a text that holds a very long string.
const mostLetters = 60;

/**
 * The list words that a running word is composed of. Sure if the other part is a word of the list or the text, or if both parts are long
 * and neither is a prefix or a suffix. Pure.
 */
export function compoundParts(
  token: string,
  {
    parts,
    isWord,
    compounds,
  }: { parts: KnownParts; isWord: (text: string) => boolean; compounds: Compounds },
): CompoundPart[] {
  const found = new Map<number, boolean>();
  if (token.length > mostLetters) return [];
  const note = (words: readonly number[] | undefined, isUnsure: boolean) => {
    for (const word of words ?? []) found.set(word, (found.get(word) ?? true) && isUnsure);
  };
  for (let at = fewestLetters; at <= token.length - fewestLetters; at += 1) {
    const [first, last] = [token.slice(0, at), token.slice(at)];
    if (parts.has(last) && first.length >= fewestBeside && /[aeiouyäöüåæø]/u.test(first)) {
      const isClear = last.length >= clearLetters && !compounds.prefixes.has(first);
      note(parts.get(last), !(isClear || isKnown(first, compounds, isWord)));
    }
    if (!parts.has(first)) continue;
    for (const join of ["", ...compounds.joins]) {
      const rest = last.startsWith(join) ? last.slice(join.length) : "";
      if (rest.length < fewestBeside) continue;
      const isClear =
        first.length >= clearLetters && rest.length > fewestBeside && !hasSuffix(rest, compounds);
      note(parts.get(first), !(isClear || isWord(rest)));
    }
  }
  return [...found].map(([word, isUnsure]) => ({ word, isUnsure }));
}

function isKnown(first: string, { joins, prefixes }: Compounds, isWord: (text: string) => boolean): boolean {
  if (prefixes.has(first)) return false;
  return ["", ...joins].some(
    (join) => first.endsWith(join) && isWord(first.slice(0, first.length - join.length)),
  );
}

function hasSuffix(rest: string, { suffixes }: Compounds): boolean {
  return [...suffixes].some((suffix) => rest.startsWith(suffix) && rest.length - suffix.length <= 3);
}
