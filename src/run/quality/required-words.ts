import { paragraphsOf } from "../../lessons/text/paragraphs.ts";
import { statusesOf, type WordStatus } from "../../lessons/words/occurrence.ts";
import { loadStemmer } from "../../lessons/words/stemmer.ts";
import { cutsOf } from "../../lessons/words/tokens.ts";
import { wordFinder } from "../../lessons/words/word-finder.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";

interface RequiredText {
  readonly text: string;
  readonly words: readonly { readonly word: string; readonly gloss: string | null }[];
}

/** How each required word of a story is found in its text. `reader`: the language of the glosses. */
export async function findRequiredWords(
  { text, words }: RequiredText,
  { language, reader }: { readonly language: LanguageFacts; readonly reader: LanguageFacts },
): Promise<{ word: string; found: WordStatus }[]> {
  if (words.length === 0) return [];
  const find = wordFinder(words, { language, reader, stemmer: await loadStemmer(language) });
  const occurrences = paragraphsOf(text).flatMap((paragraph) => find(paragraph, cutsOf(paragraph, language)));
  const statuses = statusesOf(occurrences, words.length);
  return words.map(({ word }, at) => ({ word, found: statuses[at] ?? "missing" }));
}
