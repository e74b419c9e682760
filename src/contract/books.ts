import * as z from "zod";
import { limits } from "./limits.ts";

/** A page of books (2.4). The interface does not document the fields of an entry: do not rely on any. */
export const bookPageSchema = z.strictObject({
  books: z.array(z.looseObject({})),
  next: z.iso.datetime({ offset: true }).nullable(),
});

const limitWords = `must be a whole number from 1 to ${limits.bookPageMost}`;

/** An instant from outside: RFC 3339 allows its letters in lower case, too. */
export const instantSchema = z.preprocess(
  (given) => (typeof given === "string" ? given.toUpperCase() : given),
  z.iso.datetime({ offset: true }),
);

/** Query parameters of `GET /books` (4.5), as strings from the URL. */
export const bookPageQuerySchema = z.strictObject({
  limit: z
    .string()
    .regex(/^\d{1,3}$/, limitWords)
    .transform(Number)
    .pipe(z.int().min(1, limitWords).max(limits.bookPageMost, limitWords))
    .optional(),
  before: instantSchema.optional(),
});
