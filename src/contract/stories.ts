import { z } from "zod";
import { forms, genres, type Length, lengths, visibilities } from "./choices.ts";
import { languageCodeSchema } from "./languages.ts";
import { limits } from "./limits.ts";

/** Part 3. `done`, `failed` and `canceled` are ends; `ready` is one where no audiobook was asked for. */
export const storyStatuses = ["writing", "ready", "making_audiobook", "done", "failed", "canceled"] as const;
export const bookStatuses = ["pending", "processing", "paused", "ready", "error", "canceled"] as const;

export type StoryStatus = (typeof storyStatuses)[number];
export type BookStatus = (typeof bookStatuses)[number];

/** Credits that writing costs, by length (part 1). */
export const writingCredits: Readonly<Record<Length, number>> = { short: 13, medium: 30, long: 55 };

const difficultySchema = z.int().min(limits.difficultyLeast).max(limits.difficultyMost);

const requiredWordSchema = z.strictObject({
  word: z.string().min(1).max(limits.wordCharacters),
  gloss: z.string().max(limits.glossCharacters).nullish(),
});

/**
 * The body of `POST /stories` (4.2). The interface does not say what a character is: here it is a code point, the wider reading; plans are
 * held to UTF-16 units, the stricter one.
 */
export const creationRequestSchema = z.strictObject({
  topic: z.string().min(1).max(limits.topicCharacters),
  lang: languageCodeSchema,
  difficulty: difficultySchema,
  length: z.enum(lengths).optional(),
  genre: z.enum(genres).optional(),
  form: z.enum(forms).optional(),
  words: z.array(requiredWordSchema).max(limits.wordsPerStory).optional(),
  audiobook: z.boolean().optional(),
  visibility: z.enum(visibilities).optional(),
});

export type CreationRequest = z.infer<typeof creationRequestSchema>;

/** The body of `POST /stories/quote` (4.3). */
export const quoteRequestSchema = z.strictObject({
  lang: languageCodeSchema,
  difficulty: difficultySchema,
  length: z.enum(lengths).optional(),
  audiobook: z.boolean().optional(),
});

export type QuoteRequest = z.infer<typeof quoteRequestSchema>;

/** A story's book (2.3). */
const bookReferenceSchema = z.strictObject({
  id: z.uuid(),
  status: z.enum(bookStatuses),
  url: z.url(),
});

/** A story as `POST /stories` and `GET /stories/{id}` answer it (2.2): closed, every field present. */
export const storySchema = z.strictObject({
  id: z.uuid(),
  status: z.enum(storyStatuses),
  topic: z.string(),
  lang: languageCodeSchema,
  difficulty: z.number(),
  title: z.string().nullable(),
  text: z.string().nullable(),
  error: z.string().nullable(),
  credits: z.number(),
  book: bookReferenceSchema.nullable(),
  createdAt: z.string(),
  untrusted: z.string(),
});

export type Story = z.infer<typeof storySchema>;
