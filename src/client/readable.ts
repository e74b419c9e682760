import * as z from "zod";
import { bookPageSchema } from "../contract/books.ts";
import { levelsSchema } from "../contract/levels.ts";
import { storySchema } from "../contract/stories.ts";
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

const book = z.object({ id, status: line }).nullable();

/** A story as the interface has it (2.2). `status` may have a value that the interface doesn't list. */
export const wholeStorySchema = z.object({ ...storySchema.shape, id, status: line, credits, book });

/**
 * A story that was read. A paid text must not be lost because of another member: without its id, status and text an answer is none, but any other
 * member that is missing or malformed counts as absent. `credits`: null if they, or the book that they may include, are malformed.
 */
export const readableStorySchema = z
  .object({
    ...shownSchema.shape,
    ...{ id, status: line },
    title: line.nullable().catch(null),
    text: z.string().transform(readableText).nullable(),
    error: line.nullable().catch(null),
    credits: credits.nullable().catch(null),
    book: book.default(null).optional().catch(undefined),
    createdAt: line.catch("unknown"),
  })
  .transform(({ book, ...story }) => ({
    ...story,
    credits: book === undefined ? null : story.credits,
    book: book ?? null,
  }));

/** A quote that can be relied on (2.5): its total is not below the sum of its parts. */
export const readableQuoteSchema = z
  .object({
    credits,
    writing: credits,
    audiobook: credits,
    balance: z.object({ credits: z.number().nullable(), plan: line, unlimited: z.boolean() }),
  })
  .refine(({ credits, writing, audiobook }) => credits >= writing + audiobook, "below the sum of its parts");

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
