import { z } from "zod";
import { bookPageSchema } from "../contract/books.ts";
import { levelsSchema } from "../contract/levels.ts";
import { cleanLine, cleanText } from "../shared/text.ts";
import { canonicalUuid } from "../shared/uuid.ts";
import { isUuid } from "../shared/world.ts";

/**
 * The interface's shapes as a client reads them: what people's money hangs on must be there and sound, unknown members are passed over, and
 * a status nobody has heard of is data, not an error. Texts are cleaned here, once.
 */
const line = z.string().transform(cleanLine);
// Any version of UUID: an id that a creation was accepted under must be readable ever after.
const id = z.string().refine(isUuid, "not a UUID").transform(canonicalUuid);
const credits = z.number().nonnegative();

const readableBookSchema = z.object({
  id,
  status: line,
});

/** A cleaned text; null where no letter and no number is in it: such a lesson would be an empty page. */
function readableText(text: string): string | null {
  const clean = cleanText(text);
  return /[\p{L}\p{N}]/u.test(clean) ? clean : null;
}

/** A story that was read (2.2). `status` may be one the interface does not list. */
export const readableStorySchema = z.object({
  id,
  status: line,
  // Compared with what was asked for, so kept to the letter.
  topic: z.string(),
  lang: z.string(),
  difficulty: z.number(),
  title: line.nullable(),
  text: z.string().transform(readableText).nullable(),
  error: line.nullish().transform((error) => error ?? null),
  credits,
  book: readableBookSchema.nullish().transform((book) => book ?? null),
  createdAt: line,
});

export type ReadStory = z.infer<typeof readableStorySchema>;

/** A quote that may be bought on (2.5): of the interface's shape, and not below the sum of its parts. */
export const readableQuoteSchema = z
  .object({
    credits,
    writing: credits,
    audiobook: credits,
    balance: z.object({
      credits: z.number().nullable(),
      plan: line,
      unlimited: z.boolean(),
    }),
  })
  .refine(
    (quote) => quote.credits >= quote.writing + quote.audiobook,
    "the price is below the sum of its parts",
  );

export type ReadQuote = z.infer<typeof readableQuoteSchema>;

export const readableBookPageSchema = z.object(bookPageSchema.shape);

export type ReadBookPage = z.infer<typeof readableBookPageSchema>;

/** Levels (2.6): labels stay strings, nothing is filled in. */
export const readableLevelsSchema = z.object({
  ...levelsSchema.shape,
  languages: z.array(z.object(levelsSchema.shape.languages.element.shape)),
});

export type ReadLevels = z.infer<typeof readableLevelsSchema>;

/** The balance (4.7): its shape is not shown, so it is only ever printed. */
export const readableBalanceSchema = z.record(z.string(), z.unknown());

export type ReadBalance = z.infer<typeof readableBalanceSchema>;
