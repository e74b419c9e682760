import { readEntries } from "../../../lessons/words/entry.ts";
import { foldWord } from "../../../lessons/words/exact.ts";
import type { Kind } from "../../../lessons/words/grammar.ts";
import { grammarOf } from "../../../lessons/words/grammars/grammars.ts";
import type { LanguageFacts } from "../../../shared/languages/languages.ts";
import { foldAnswer } from "../answer.ts";
import type { Story } from "../story.ts";

/** The class of a word, from its list or else from its own ending. */
export type KindOf = (word: string) => Kind;

/** Finds the classes of a story's words, as far as its list and the grammar show them. */
export function kindsOf({ words, language }: Story, reader: LanguageFacts): KindOf {
  const grammar = grammarOf(language);
  const entries = readEntries(words, { language, grammar, reader: grammarOf(reader) });
  const known = new Map(
    entries.map(({ kind }, index) => [foldWord(words[index]?.word ?? "", language), kind]),
  );
  return (word) => known.get(foldWord(word, language)) ?? grammar?.guess(word) ?? "unknown";
}

const sameKind = 4;
const sameEnding = 2;
const sameCapital = 1;
const comparedEnding = 2;

/** How similar two words are as choices for a gap; higher is more similar. */
export function likenessOfWords(
  one: string,
  other: string,
  { kindOf, language }: { kindOf: KindOf; language: LanguageFacts },
): number {
  const kind = kindOf(one);
  const [first, second] = [foldAnswer(one, language), foldAnswer(other, language)];
  const farther = Math.abs(first.length - second.length) / Math.max(first.length, second.length, 1);
  const isCapital = (word: string) => /^\p{Lu}/u.test(word);
  return (
    (kind !== "unknown" && kind === kindOf(other) ? sameKind : 0) +
    (first.slice(-comparedEnding) === second.slice(-comparedEnding) ? sameEnding : 0) +
    (isCapital(one) === isCapital(other) ? sameCapital : 0) -
    farther
  );
}
