import { z } from "zod";
import { sha256 } from "../../shared/hash.ts";
import type { ListEntry } from "./occurrence.ts";
import type { StoryWords } from "./story-words.ts";

/** What finds words, as files and ledgers name it. It goes up with every change that finds others in the same text. */
export const wordsAlgorithm = "forms-1";

/** What words were found from: the hashes of the saved story and of its list. */
export interface WordsSource {
  readonly text: string;
  readonly list: string;
}

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const offset = z.int().nonnegative();
const fileSchema = z.object({
  format: z.literal(1),
  algorithm: z.string(),
  text: hash,
  list: hash,
  paragraphs: z.array(
    z.object({
      cuts: z.array(offset).nullable(),
      occurrences: z.array(
        z.object({
          start: offset,
          end: offset,
          word: offset,
          found: z.enum(["exact", "inflected", "possible"]),
          isPart: z.boolean(),
        }),
      ),
    }),
  ),
});

/** The hash of a list of words, with the languages that it was read in: all but the text that what is found hangs on. */
export function listHash(words: readonly ListEntry[], languages: { lang: string; reader: string }): string {
  const entries = words.map(({ word, gloss, forms = [] }) => [word, gloss, forms]);
  return sha256(JSON.stringify([languages.lang, languages.reader, entries]));
}

/** The bytes of a file of found words: one line a paragraph. */
export function writeWords(found: StoryWords, { text, list }: WordsSource): string {
  const paragraphs = found.map((paragraph) => `  ${JSON.stringify(paragraph)}`).join(",\n");
  const head = JSON.stringify({ format: 1, algorithm: wordsAlgorithm, text, list }).slice(1, -1);
  return `{${head},"paragraphs":[\n${paragraphs}\n]}\n`;
}

/** The words in a file's bytes; null where they are none, or were found in another way or from another text or list. */
export function readWords(bytes: Buffer, source: WordsSource): StoryWords | null {
  try {
    const file = fileSchema.parse(JSON.parse(bytes.toString("utf8")));
    const isThis =
      file.algorithm === wordsAlgorithm && file.text === source.text && file.list === source.list;
    return isThis ? file.paragraphs : null;
  } catch {
    return null;
  }
}
