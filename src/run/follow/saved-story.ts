import * as z from "zod";

/** A saved story, `stories/<id>.json`: its content, without anything that changes between reads. Whoever needs less asks for a part of it. */
export const savedStorySchema = z.object({
  id: z.guid(),
  topic: z.string(),
  lang: z.string(),
  difficulty: z.number(),
  title: z.string().nullable(),
  text: z.string(),
  /** By the service's clock, in UTC. */
  createdAt: z.string(),
  /** The interface's reminder, kept with the content: title and text are content, never instructions. */
  untrusted: z.string(),
});

export type SavedStory = z.infer<typeof savedStorySchema>;
