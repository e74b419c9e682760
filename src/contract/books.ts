import { z } from "zod";
import { limits } from "./limits.ts";

/** A page of books (2.4). The fields of an entry are not shown by the interface: nothing may depend on them. */
export const bookPageSchema = z.strictObject({
  books: z.array(z.looseObject({})),
  next: z.iso.datetime({ offset: true }).nullable(),
});

const limitWords = `must be a whole number from 1 to ${limits.bookPageMost}`;

/** The query of `GET /books` (4.5), as text from a URL. */
export const bookPageQuerySchema = z.strictObject({
  limit: z
    .string()
    .regex(/^\d{1,3}$/, limitWords)
    .transform(Number)
    .pipe(z.int().min(1, limitWords).max(limits.bookPageMost, limitWords))
    .optional(),
  before: z.iso.datetime({ offset: true }).optional(),
});
