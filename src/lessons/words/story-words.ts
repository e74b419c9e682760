import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { cleanLine } from "../../shared/text.ts";
import { cutsOf, foldWord } from "./exact.ts";
import { type ListEntry, type Occurrence, statusesOf, type WordStatus } from "./occurrence.ts";
import { type FinderOptions, wordFinder } from "./word-finder.ts";

export type StoryWords = readonly ParagraphWords[];

/** The occurrences in one paragraph, and its word boundaries if its script has no word spacing. */
export interface ParagraphWords {
  readonly cuts: readonly number[] | null;
  readonly occurrences: readonly Occurrence[];
}

type RequiredWord = ListEntry & Required<Pick<ListEntry, "forms">>;

/** A lesson's required words, cleaned and without duplicates. An occurrence's `word` is an index into this array. Pure. */
export function requiredWords(
  required: readonly ListEntry[],
  language: Pick<LanguageFacts, "bcp47">,
): RequiredWord[] {
  const once = new Map<string, RequiredWord>();
  for (const { word: written, gloss, forms = [], entry, reading } of required) {
    const word = cleanLine(written);
    const key = foldWord(word, language);
    const before = once.get(key);
    const clean = cleanLine(gloss ?? "") || null;
    if (word === "") continue;
    const also = { ...(entry !== undefined && { entry }), ...(reading !== undefined && { reading }) };
    if (before === undefined) once.set(key, { word, gloss: clean, forms, ...also });
    else once.set(key, { ...before, gloss: before.gloss ?? clean, forms: [...before.forms, ...forms] });
  }
  return [...once.values()];
}

/** Each required word of a lesson with its best match in the story. Pure. */
export function statusesOfWords(
  required: readonly ListEntry[],
  story: StoryWords | null,
  language: Pick<LanguageFacts, "bcp47">,
): { word: string; found: WordStatus }[] {
  const words = requiredWords(required, language);
  const occurrences = (story ?? []).flatMap((paragraph) => paragraph.occurrences);
  const statuses = statusesOf(occurrences, words.length);
  return words.map(({ word }, index) => ({ word, found: statuses[index] ?? "missing" }));
}

/** Finds the listed words in a story; the result has one entry for each paragraph. */
export function findStoryWords(
  paragraphs: readonly string[],
  words: readonly ListEntry[],
  options: FinderOptions,
): StoryWords {
  const find = wordFinder(words, options);
  return paragraphs.map((text) => {
    const cuts = cutsOf(text, options.language);
    return { cuts, occurrences: find(text, cuts) };
  });
}
