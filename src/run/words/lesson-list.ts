import * as z from "zod";
import { overlayInForce } from "../../ledger/format/review/corrections.ts";
import type { StoryFacts } from "../../ledger/format/state.ts";
import type { CorrectedGloss } from "../../lessons/correction/overlay.ts";
import { paragraphsOf } from "../../lessons/text/paragraphs.ts";
import { foldWord } from "../../lessons/words/exact.ts";
import type { ListEntry } from "../../lessons/words/occurrence.ts";
import { loadStemmer } from "../../lessons/words/stemmer.ts";
import { findStoryWords, requiredWords, type StoryWords } from "../../lessons/words/story-words.ts";
import { listHash, type WordsSource } from "../../lessons/words/words-file.ts";
import type { Plan } from "../../plan/plan.ts";
import { languageOf } from "../../shared/languages/languages.ts";
import { cleanLine } from "../../shared/text.ts";

const requestedWordsSchema = z.array(z.object({ word: z.string(), gloss: z.string().nullish() }));

/** A lesson's required words, the language of the lesson and the language of the glosses. */
export interface LessonList {
  readonly words: readonly ListEntry[];
  readonly lang: string;
  readonly reader: string;
}

/**
 * The words of a lesson's request, with the forms that the plan lists for them now and the glosses that people corrected. Forms are not
 * part of a request, so they can be corrected after the story was bought. Pure.
 */
export function lessonList(
  request: { readonly lang: string; readonly words?: unknown },
  { lists, reader }: Pick<Plan, "lists" | "reader">,
  corrected: readonly CorrectedGloss[] = [],
): LessonList {
  const { lang } = request;
  const forms = new Map<string, readonly string[]>();
  for (const byLanguage of lists.values())
    for (const { word, forms: named } of byLanguage.get(lang) ?? [])
      if (named.length > 0) forms.set(word, named);
  const keyOf = (word: string): string => foldWord(cleanLine(word), languageOf(lang));
  const glosses = new Map(corrected.map(({ word, corrected: gloss }) => [keyOf(word), gloss]));
  const words = requestedWordsSchema.parse(request.words ?? []).map(({ word, gloss }) => {
    const mended = glosses.size === 0 ? undefined : glosses.get(keyOf(word));
    return { word, gloss: mended === undefined ? (gloss ?? null) : mended, forms: forms.get(word) ?? [] };
  });
  return { words, lang, reader };
}

/** The hashes of the text and the list in which the words of a saved story are found. A corrected text has its correction's hash. */
export function wordsSourceOf(
  story: Pick<StoryFacts, "saved" | "corrections">,
  list: LessonList,
): WordsSource {
  const once = requiredWords(list.words, languageOf(list.lang));
  const text = (overlayInForce(story) ?? story.saved)?.sha256 ?? "";
  return { text, list: listHash(once, list) };
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
