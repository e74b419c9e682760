import { z } from "zod";
import { type Alignment, levels, reasons } from "./alignment.ts";

/**
 * What finds times, as files and ledgers name it. It goes up with every change that makes other times of the same text and sound; floating point
 * differs a little between machines, which is why times are kept and not found again.
 */
export const algorithm = "mfcc-dtw-1";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const ms = z.number().nonnegative();
const place = { paragraph: z.int().nonnegative(), from: z.int().nonnegative(), to: z.int().nonnegative() };
const heard = { startMs: ms, endMs: ms };

const fileSchema = z.object({
  format: z.literal(1),
  algorithm: z.string(),
  /** Of the saved story, and of the book that the sound is or was in. */
  text: hash,
  sound: hash,
  level: z.enum(levels),
  why: z.enum(reasons).nullable(),
  durationMs: ms,
  title: z.object(heard).nullable(),
  sentences: z.array(z.object({ ...place, ...heard, confidence: z.number().min(0).max(1) })),
  hints: z.array(
    z.object({
      kind: z.enum(["missing", "repeated", "swapped"]),
      sentence: z.int().nonnegative(),
      atMs: ms,
    }),
  ),
});

/** What times were found from. */
export interface TimesSource {
  readonly text: string;
  readonly sound: string;
}

/** The times of a story as they are kept. */
export type SavedAlignment = z.infer<typeof fileSchema>;

/** The bytes of a file of times. */
export function writeTimes(alignment: Alignment, { text, sound }: TimesSource): string {
  const file: SavedAlignment = {
    ...{ format: 1, algorithm, text, sound },
    level: alignment.level,
    why: alignment.why,
    durationMs: alignment.durationMs,
    title: alignment.title,
    sentences: alignment.sentences.map((one) => ({ ...one })),
    hints: alignment.hints.map((one) => ({ ...one })),
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}

/** The times in a file's bytes; null where they are none. */
export function readTimes(bytes: Buffer): SavedAlignment | null {
  try {
    return fileSchema.safeParse(JSON.parse(bytes.toString("utf8"))).data ?? null;
  } catch {
    return null;
  }
}
