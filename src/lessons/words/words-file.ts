import * as z from "zod";
import { sha256 } from "../../shared/hash.ts";
import { parseJson } from "../../shared/parse-json.ts";
import type { ListEntry } from "./occurrence.ts";
import type { StoryWords } from "./story-words.ts";

/** The version of the algorithm, as recorded in files and ledgers. Bump it whenever the occurrences found in the same text change. */
export const wordsAlgorithm = "forms-2";

/** The hashes of the saved story and of the list whose words were looked for in it. */
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
          parts: z.tuple([z.string(), z.string()]).optional(),
        }),
      ),
    }),
  ),
});

/** The hash of a word list and its languages: everything that determines the occurrences, except the text. */
export function listHash(words: readonly ListEntry[], languages: { lang: string; reader: string }): string {
  const entries = words.map(({ word, gloss, forms = [], entry }) => [
    word,
    gloss,
    forms,
    ...(entry === undefined ? [] : [entry]),
  ]);
  return sha256(JSON.stringify([languages.lang, languages.reader, entries]));
}

export function writeWords(found: StoryWords, { text, list }: WordsSource): string {
  const paragraphs = found.map((paragraph) => `  ${JSON.stringify(paragraph)}`).join(",\n");
  const head = JSON.stringify({ format: 1, algorithm: wordsAlgorithm, text, list }).slice(1, -1);
  return `{${head},"paragraphs":[\n${paragraphs}\n]}\n`;
}

/** The occurrences in a file; null if the file is damaged, or was made with another version of the algorithm or for another text or list. */
export function readWords(bytes: Buffer, source: WordsSource): StoryWords | null {
  const file = fileSchema.safeParse(parseJson(bytes)).data;
  const isThis = file?.algorithm === wordsAlgorithm && file.text === source.text && file.list === source.list;
  return isThis ? file.paragraphs : null;
}
