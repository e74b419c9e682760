import * as z from "zod";
import { grammarOf } from "../../lessons/words/grammar.ts";
import { editDistance } from "../../shared/edit-distance.ts";
import { ContentFolder } from "../../shared/files/content-folder.ts";
import type { LanguageFacts } from "../../shared/languages/languages.ts";
import { foldOnce } from "./story.ts";

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
  /** Words that other languages spell likewise, but for accents, a last vowel and a plural s: readers of this one know them by their look. */
  lookalikes: wordSet,
});

const languages = new ContentFolder(new URL("./languages/", import.meta.url), (written) =>
  wordsSchema.parse(written),
);
const none = wordsSchema.parse({});

export function wordsFor({ bcp47 }: Tagged): z.output<typeof wordsSchema> {
  return languages.find(bcp47.split("-", 1)[0] ?? "") ?? none;
}

export function isSmallWord(word: string, language: Tagged): boolean {
  const { smallWords } = wordsFor(language);
  if (smallWords.has(word)) return true;
  const end = word.search(/['’\u02bc]/u);
  return end !== -1 && smallWords.has(word.slice(0, end));
}

/** What anybody sees of a word's class: the mark of a verb, an article, a capital, or that it is a phrase. */
export function lookOf(text: string, language: Tagged): "verb" | "noun" | "phrase" | "capital" | "word" {
  const { articles, verbMarks } = grammarOf(language) ?? {};
  const [first = "", ...rest] = text.trim().split(/\s+|(?<=['’])/u);
  const mark = first.toLowerCase().replace(/['’]$/u, "");
  if (rest.length > 0 && verbMarks?.has(mark)) return "verb";
  if (rest.length === 1 && articles?.has(mark)) return "noun";
  if (rest.length > 0) return "phrase";
  return /^\p{Lu}/u.test(first) ? "capital" : "word";
}

// Letters that related languages write for the same sound, as in `Ofen` and `oven`.
const sameSounds: readonly (readonly [RegExp, string])[] = [
  [/c(?=[ei])/g, "s"],
  [/qu|[ck]/g, "k"],
  [/ph|[vw]/g, "f"],
  [/[dt]h?/g, "t"],
  [/z/g, "s"],
  [/ij|y/g, "i"],
  [/(.)\1/gu, "$1"],
];
/** Whether a word is known by its look: the reader's language has it, too, or it is spelt nearly like its meaning, as `Ofen` is like `oven`. */
export function isLookalike(
  { word, gloss }: { readonly word: string; readonly gloss: string | null },
  { language, reader }: { readonly language: LanguageFacts; readonly reader: LanguageFacts },
): boolean {
  const own = headOf(word, language);
  const singular = own.replace(/s$/, "");
  const stem = singular.replace(/[aeo]$/, "");
  const { lookalikes } = wordsFor(reader);
  if ([own, singular, stem, `${stem}e`].some((form) => lookalikes.has(form))) return true;
  const meanings = (gloss ?? "").split(/[^\p{L}\p{M}]+/u);
  return meanings.some((meaning) => soundAlike(own, headOf(meaning, reader)));
}

/** A list word without accents, and without its article or the mark of a verb. */
function headOf(text: string, language: LanguageFacts): string {
  const fold = foldOnce(text, language).normalize("NFD").replace(/\p{M}/gu, "");
  return ["verb", "noun"].includes(lookOf(text, language)) ? fold.replace(/^.*?[ ']/u, "") : fold;
}

function soundAlike(...words: [string, string]): boolean {
  const [one = "", other = ""] = words.map((word) =>
    sameSounds.reduce((sound, [of, to]) => sound.replace(of, to), word),
  );
  const limit = Math.floor(Math.max(one.length, other.length) / 3) + 1;
  if (editDistance(one, other, limit) < limit) return true;
  const [bones = "", others = ""] = [one, other].map((sound) => sound.replace(/[aeiou]/g, ""));
  if (bones.length > 1 && bones === others) return true;
  // As in `brug` and `bridge`.
  return (
    one[0] === other[0] && Math.min(bones.length, others.length) > 2 && editDistance(bones, others, 2) < 2
  );
}
