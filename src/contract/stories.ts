import * as z from "zod";
import { forms, genres, type Length, lengths, visibilities } from "./choices.ts";
import { languageCodeSchema } from "./languages.ts";
import { limits } from "./limits.ts";

/** Part 3. `done`, `failed` and `canceled` are final; `ready` is final only if no audiobook was requested. */
export const storyStatuses = ["writing", "ready", "making_audiobook", "done", "failed", "canceled"] as const;
export const bookStatuses = ["pending", "processing", "paused", "ready", "error", "canceled"] as const;

export type StoryStatus = (typeof storyStatuses)[number];
export type BookStatus = (typeof bookStatuses)[number];

/** Credits charged for writing, by length (part 1). */
export const writingCredits: Readonly<Record<Length, number>> = { short: 13, medium: 30, long: 55 };

const difficultySchema = z.int().min(limits.difficultyLeast).max(limits.difficultyMost);

const requiredWordSchema = z.strictObject({
  word: z.string().min(1).max(limits.wordCharacters),
  gloss: z.string().max(limits.glossCharacters).nullish(),
});

/**
 * The body of `POST /stories` (4.2). The interface does not define "character": this schema counts code points, the more permissive reading; plans
 * are checked in UTF-16 units, the stricter one.
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

/** The book of a story (2.3). */
const bookReferenceSchema = z.strictObject({
  id: z.uuid(),
  status: z.enum(bookStatuses),
  url: z.url(),
});

/** A story as returned by `POST /stories` and `GET /stories/{id}` (2.2): every field present, no others allowed. */
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
