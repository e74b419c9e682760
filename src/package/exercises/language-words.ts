import * as z from "zod";
import { ContentFolder } from "../../shared/files/content-folder.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";

type Tagged = Pick<LanguageFacts, "bcp47">;

const words = z
  .string()
  .default("")
  .transform((text) => text.split(/\s+/).filter((word) => word !== ""));
const wordSet = words.transform((list): ReadonlySet<string> => new Set(list));

/** The words with which exercises are made in a language, from `languages/<code>.yaml`. An exercise whose words are left out is not made. */
const wordsSchema = z.strictObject({
  /** Articles, pronouns, particles and the like: never names, and in lower case unless they begin a sentence. Elided forms have no apostrophe. */
  smallWords: wordSet,
  /** What stands before the last member of an enumeration. */
  conjunctions: words,
  /** Forms of verbs that name a speaker, as stories use them beside direct speech. */
  speaking: words,
  /** For languages whose sentences begin with their subject and go on with their verb. */
  phrases: z
    .strictObject({
      subjects: wordSet,
      /** What begins the last phrase. */
      prepositions: wordSet,
      /** The other small words that the sentence may have: articles, pronouns, forms of the commonest verbs. */
      between: wordSet,
    })
    .optional(),
  /**
   * Expressions that exclude each other and fit in each other's places, separated by bars, followed by the endings that all of them take. Those
   * before `>` can be exchanged for those after it. None has a second meaning, unlike French `neuf` and German `weiß`.
   */
  exchanges: z.array(z.string()).default([]),
  /** Negations, conditions, comparisons and the like: if another word in such a sentence is changed, nobody can tell whether it is false. */
  undecidable: wordSet,
});

const languages = new ContentFolder(new URL("./languages/", import.meta.url), (written) =>
  wordsSchema.parse(written),
);
const none = wordsSchema.parse({});

export function wordsFor({ bcp47 }: Tagged): z.output<typeof wordsSchema> {
  const code = bcp47.split("-", 1)[0] ?? "";
  return languages.names().includes(code) ? languages.get(code) : none;
}

export function isSmallWord(word: string, language: Tagged): boolean {
  const { smallWords } = wordsFor(language);
  if (smallWords.has(word)) return true;
  const end = word.search(/['’\u02bc]/u);
  return end !== -1 && smallWords.has(word.slice(0, end));
}
