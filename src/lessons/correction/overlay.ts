import * as z from "zod";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const offset = z.int().nonnegative();
const changed = { original: z.string(), corrected: z.string() };

/** A sentence as it is in the story, by its place there in UTF-16 units, and as it should be. An empty one is left out of the text. */
const sentenceSchema = z.object({ paragraph: offset, from: offset, to: offset, ...changed });
const glossSchema = z.object({
  word: z.string(),
  original: z.string().nullable(),
  corrected: z.string().nullable(),
});

export type CorrectedGloss = z.infer<typeof glossSchema>;

/** How a text in the story is read; `original`: as its list says, or empty. */
const readingSchema = z.object({ word: z.string(), original: z.string(), corrected: z.string() });

const questionSchema = z.object({
  question: z.string(),
  options: z.array(z.string()).readonly(),
  right: offset,
  evidence: z.string(),
});

const editedItemSchema = z.object({
  /** The key of the item, of its kind and its text as it was generated. */
  item: z.string(),
  /** Its text as it was generated, and from now on; empty: it is left out. */
  was: z.string(),
  now: z.string(),
});

export type EditedItem = z.infer<typeof editedItemSchema>;

const fileSchema = z.object({
  format: z.literal(1),
  story: z.guid(),
  /** The hash of the saved story that it corrects. */
  text: hash,
  who: z.string(),
  at: z.string(),
  title: z.object(changed).nullable(),
  /** In the order of the text; none overlaps another. */
  sentences: z.array(sentenceSchema),
  glosses: z.array(glossSchema),
  /** Left out: none. */
  readings: z.array(readingSchema).readonly().optional(),
  /** What is asked about the story besides its exercises. Left out: nothing. */
  questions: z.array(questionSchema).readonly().optional(),
  /** Left out: none. */
  edited: z.array(editedItemSchema).readonly().optional(),
});

/** All corrections that people have made to a story: they are laid over the story, whose own file stays as it is. */
export type Overlay = Omit<z.infer<typeof fileSchema>, "format">;

export type Corrections = Pick<
  Overlay,
  "title" | "sentences" | "glosses" | "readings" | "questions" | "edited"
>;

export const noCorrections: Corrections = { title: null, sentences: [], glosses: [] };

/** Enough of the hash that two corrections of a story never share a file. */
const hashCharacters = 16;

/** The name of an overlay's file in the course's folder. Named after its content, so that no correction overwrites another. Pure. */
export function overlayFile(story: string, hash: string): string {
  return `corrections/${story}-${hash.slice(0, hashCharacters)}.json`;
}

export function writeOverlay(overlay: Overlay): string {
  return `${JSON.stringify({ format: 1, ...overlay }, null, 2)}\n`;
}

/** Parses a file of corrections; null if it is not valid. */
export function readOverlay(bytes: Uint8Array): Overlay | null {
  try {
    const { format: _, ...overlay } = fileSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
    return overlay;
  } catch {
    return null;
  }
}
