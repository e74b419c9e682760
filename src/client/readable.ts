import * as z from "zod";
import { bookPageSchema } from "../contract/books.ts";
import { levelsSchema } from "../contract/levels.ts";
import { cleanLine, cleanText } from "../shared/text.ts";
import { canonicalUuid } from "../shared/uuid.ts";
import { isUuid } from "../shared/world.ts";

/**
 * The interface's schemas on the client's side: fields about money must be present and valid, unknown members are ignored, and an unknown
 * status is data, not an error. Texts are cleaned here, once.
 */
const line = z.string().transform(cleanLine);
// Any UUID version: the id of an accepted creation must always stay readable.
const id = z.string().refine(isUuid, "not a UUID").transform(canonicalUuid);
const credits = z.number().nonnegative();

/** A cleaned text; null if it has no letter or digit, since such a lesson would be an empty page. */
function readableText(text: string): string | null {
  const clean = cleanText(text);
  return /[\p{L}\p{N}]/u.test(clean) ? clean : null;
}

/** The request for which a story was made, as far as an answer shows it: a missing or malformed member is undefined. */
export const shownSchema = z.object({
  // Compared with the request, so kept verbatim.
  topic: z.string().optional().catch(undefined),
  lang: z.string().optional().catch(undefined),
  difficulty: z.number().optional().catch(undefined),
});

const book = z.object({ id, status: line }).nullish().default(null);

/** A story as the interface has it (2.2). `status` may have a value that the interface doesn't list. */
export const wholeStorySchema = z.object({
  ...{ id, status: line },
  ...{ topic: z.string(), lang: z.string(), difficulty: z.number() },
  title: line.nullable(),
  text: z.string().transform(readableText).nullable(),
  error: line.nullish().default(null),
  ...{ credits, book, createdAt: line },
});

/**
 * A story that was read. A paid text must not be lost because of another member: without its id, status and text an answer is none, but any other
 * member that is missing or malformed counts as absent. `credits`: null if they, or the book that they may include, are malformed.
 */
export const readableStorySchema = wholeStorySchema
  .extend({
    ...shownSchema.shape,
    title: line.nullable().catch(null),
    error: wholeStorySchema.shape.error.catch(null),
    credits: credits.nullable().catch(null),
    book: book.optional().catch(undefined),
    createdAt: line.catch("unknown"),
  })
  .transform(({ book, ...story }) => ({
    ...story,
    credits: book === undefined ? null : story.credits,
    book: book ?? null,
  }));

/** A quote that can be relied on (2.5): its total is not below the sum of its parts, and a bill of such prices can be added up. */
export const readableQuoteSchema = z
  .object({
    credits,
    writing: credits,
    audiobook: credits,
    balance: z.object({ credits: z.number().nullable(), plan: line, unlimited: z.boolean() }),
  })
  .refine(
    (quote) => quote.credits >= quote.writing + quote.audiobook,
    "the price is below the sum of its parts",
  )
  .refine(
    (quote) => quote.credits <= Number.MAX_SAFE_INTEGER,
    "the price is so high that prices can't be added up exactly",
  );

export const readableBookPageSchema = z.object(bookPageSchema.shape);

/** Levels (2.6): labels stay strings; no defaults are added. */
export const readableLevelsSchema = z.object({
  ...levelsSchema.shape,
  languages: z.array(z.object(levelsSchema.shape.languages.element.shape)),
});

export type ReadStory = z.infer<typeof readableStorySchema>;
export type ReadQuote = z.infer<typeof readableQuoteSchema>;
export type ReadBookPage = z.infer<typeof readableBookPageSchema>;
export type ReadLevels = z.infer<typeof readableLevelsSchema>;
