import { z } from "zod";
import type { StoryFacts } from "../../ledger/format/state.ts";
import { paragraphsOf } from "../../lessons/text/paragraphs.ts";
import type { ListEntry } from "../../lessons/words/occurrence.ts";
import { loadStemmer } from "../../lessons/words/stemmer.ts";
import { findStoryWords, requiredWords, type StoryWords } from "../../lessons/words/story-words.ts";
import { listHash, type WordsSource } from "../../lessons/words/words-file.ts";
import type { Plan } from "../../plan/plan.ts";
import { languageOf } from "../../shared/languages/languages.ts";

const requestedWordsSchema = z.array(z.object({ word: z.string(), gloss: z.string().nullish() }));

/** A lesson's required words, the language of the lesson and the language of the glosses. */
export interface LessonList {
  readonly words: readonly ListEntry[];
  readonly lang: string;
  readonly reader: string;
}

/**
 * The words of a lesson's request, with the forms that the plan lists for them now. Forms are not part of a request, so they can be
 * corrected after the story was bought. Pure.
 */
export function lessonList(
  request: { readonly lang: string; readonly words?: unknown },
  { lists, reader }: Pick<Plan, "lists" | "reader">,
): LessonList {
  const { lang } = request;
  const forms = new Map<string, readonly string[]>();
  for (const byLanguage of lists.values())
    for (const { word, forms: named } of byLanguage.get(lang) ?? [])
      if (named.length > 0) forms.set(word, named);
  const words = requestedWordsSchema
    .parse(request.words ?? [])
    .map(({ word, gloss }) => ({ word, gloss: gloss ?? null, forms: forms.get(word) ?? [] }));
  return { words, lang, reader };
}

/** The hashes of the text and the list in which the words of a saved story are found. */
export function wordsSourceOf({ saved }: Pick<StoryFacts, "saved">, list: LessonList): WordsSource {
  const once = requiredWords(list.words, languageOf(list.lang));
  return { text: saved?.sha256 ?? "", list: listHash(once, list) };
}

/** Finds a lesson's required words in its text. */
export async function findLessonWords(
  text: string,
  { words, lang, reader }: LessonList,
): Promise<StoryWords> {
  const language = languageOf(lang);
  const stemmer = await loadStemmer(language);
  const options = { language, reader: languageOf(reader), stemmer };
  return findStoryWords(paragraphsOf(text), requiredWords(words, language), options);
}
